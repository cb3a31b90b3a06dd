/** A piece of a line of source; without a kind, it has the color of text. */
interface Piece {
  text: string;
  kind: string | undefined;
}

export interface FrameLine {
  line: string;
  pieces: Piece[];
}

/** Names of the colors by their letters in `ErrorView.frameColors`. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['k', 'keyword'],
  ['s', 'string'],
  ['n', 'literal'],
  ['c', 'comment'],
]);
/** A frame has a few lines; a longer text is not one. */
const LONGEST = 20_000;

/** The lines of a frame. Colors that do not fit the text have no effect: hidden characters have been replaced in it. */
export function coloredLines(text: string, colors = ''): FrameLine[] {
  const shown = text.slice(0, LONGEST);
  const runs = Array.from(colors.matchAll(/([a-z])(\d{1,5})/g), ([, kind = '', length]) => ({
    kind,
    length: Number(length),
  }));
  const fits = runs.reduce((sum, { length }) => sum + length, 0) === shown.length;
  const lines: FrameLine[] = [{ line: '', pieces: [] }];
  let at = 0;
  for (const { kind, length } of fits ? runs : [{ kind: '', length: shown.length }]) {
    for (const [index, piece] of shown
      .slice(at, at + length)
      .split('\n')
      .entries()) {
      if (index > 0) lines.push({ line: '', pieces: [] });
      const last = lines.at(-1);
      if (last === undefined || piece === '') continue;
      last.line += piece;
      last.pieces.push({ text: piece, kind: KINDS.get(kind) });
    }
    at += length;
  }
  return lines;
}

/** Whether it is the line of the error. */
export function isHit(line: string): boolean {
  return /^\s*>/.test(line);
}

/** Whether it points at the column of the error. */
export function isCaret(line: string): boolean {
  return /^\s*\|?\s*\|?\s*\^+/.test(line.replace(/^[\s\d]*\|/, ''));
}
