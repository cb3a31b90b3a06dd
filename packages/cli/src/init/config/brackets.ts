import type { TextEdits } from './text-edits.js';

/** A pair of brackets with members between them: an object or a list. */
export interface Brackets {
  /** Positions of the brackets. */
  open: number;
  close: number;
  members: readonly { start: number; end: number }[];
}

/** Adds members after the last one, in the same layout. @param comma for empty brackets: whether to end with one */
export function addMembers(edits: TextEdits, brackets: Brackets, texts: readonly string[], comma: boolean): void {
  const { open, close, members } = brackets;
  const { before } = edits;
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return fillEmpty(edits, brackets, texts, comma);
  const { commaEnd, valueEnd } = tailOf(before, last.end, close);
  const isMultiLine = before.slice(open, first.start).includes('\n');
  if (!isMultiLine) {
    if (commaEnd === undefined) edits.insert(valueEnd, texts.map((text) => `, ${text}`).join(''));
    else edits.insert(commaEnd, texts.map((text) => ` ${text},`).join(''));
    return;
  }
  const indentation = edits.indentationAt(last.start);
  const lines = texts.map((text) => edits.lineEndAt(open) + indentation + text).join(',');
  if (commaEnd === undefined) edits.insert(valueEnd, ',');
  edits.insert(endOfLineComments(before, commaEnd ?? valueEnd), commaEnd === undefined ? lines : `${lines},`);
}

/** The indentation of the members between the brackets. */
export function memberIndentation(edits: TextEdits, { open, members }: Brackets): string {
  const [first] = members;
  return first !== undefined && edits.before.slice(open, first.start).includes('\n')
    ? edits.indentationAt(first.start)
    : edits.indentationAt(open) + edits.unit;
}

/** Comments between the brackets stay before the first member. */
function fillEmpty(edits: TextEdits, brackets: Brackets, texts: readonly string[], comma: boolean): void {
  const { open, close } = brackets;
  const lineEnd = edits.lineEndAt(open);
  const indentation = memberIndentation(edits, brackets);
  const inside = edits.before.slice(open + 1, close).trimEnd();
  const lines = texts.map((text) => lineEnd + indentation + text).join(',') + (comma ? ',' : '');
  edits.replace(open + 1 + inside.length, close, lines + lineEnd + edits.indentationAt(open));
}

/** Where the last member ends with its closing parentheses, and where its comma ends, if there is one. */
function tailOf(text: string, from: number, close: number): { valueEnd: number; commaEnd: number | undefined } {
  let valueEnd = from;
  for (let at = from; at < close; at++) {
    const comment = commentAt(text, at);
    if (comment > at) at = comment - 1;
    else if (text[at] === ')') valueEnd = at + 1;
    else if (text[at] === ',') return { valueEnd, commaEnd: at + 1 };
  }
  return { valueEnd, commaEnd: undefined };
}

/** The position after the comments at the end of a line. */
function endOfLineComments(text: string, from: number): number {
  let end = from;
  for (let at = from; at < text.length && text[at] !== '\n' && text[at] !== '\r'; ) {
    const comment = commentAt(text, at);
    if (comment > at) {
      if (text.slice(at, comment).includes('\n')) break;
      end = comment;
      at = comment;
    } else if (text[at] === ' ' || text[at] === '\t') at++;
    else break;
  }
  return end;
}

/** The end of a comment that starts here, or the position itself if there is none. */
function commentAt(text: string, at: number): number {
  if (text.startsWith('//', at)) {
    const end = /\r?\n|$/.exec(text.slice(at));
    return at + (end?.index ?? 0);
  }
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}
