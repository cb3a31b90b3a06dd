import { diffLines, diffWordsWithSpace } from 'diff';
import type { WrittenDifference } from './message.js';

/** A piece of a line. `changed`: it differs from the other side. */
interface Piece {
  text: string;
  changed: boolean;
}

/** A line of a comparison. */
export interface DiffLine {
  kind: 'same' | 'expected' | 'actual' | 'gap';
  /** For a gap: the number of omitted equal lines. */
  skipped?: number;
  pieces: Piece[];
}

/** Longer texts are not compared, because it would take too long. */
const LONGEST = 400_000;
const TIME_LIMIT_MS = 400;
/** How many equal lines to show around a difference. */
const CONTEXT = 3;
/** Longer lines are marked as completely changed. */
const LONGEST_LINE = 2_000;

/** Compares line by line; undefined if the texts are too long or too different to compare in time. */
export function differences(expected: string, actual: string): DiffLine[] | undefined {
  if (expected.length + actual.length > LONGEST) return undefined;
  const changes = diffLines(ended(expected), ended(actual), { timeout: TIME_LIMIT_MS });
  if (changes === undefined) return undefined;
  const lines: DiffLine[] = [];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index];
    const next = changes[index + 1];
    if (change === undefined) continue;
    if (change.removed && next?.added) {
      addPair(lines, linesOf(change.value), linesOf(next.value));
      index++;
    } else {
      const kind = change.removed ? 'expected' : change.added ? 'actual' : 'same';
      for (const text of linesOf(change.value)) lines.push(plainLine(kind, text));
    }
  }
  return withGaps(lines);
}

/** A framework's difference, with the changed words marked. */
export function writtenDifferences({ lines: written, expected }: WrittenDifference): DiffLine[] {
  const lines: DiffLine[] = [];
  let sides: Record<'expected' | 'actual', string[]> = { expected: [], actual: [] };
  const flush = () => {
    addPair(lines, sides.expected, sides.actual);
    sides = { expected: [], actual: [] };
  };
  for (const line of written) {
    const sign = line.charAt(0);
    const text = line.slice(1).replace(/^ /, '');
    if (sign === '-' || sign === '+') sides[sign === expected ? 'expected' : 'actual'].push(text);
    else {
      flush();
      lines.push(plainLine('same', line.replace(/^ {1,2}/, '')));
    }
  }
  flush();
  return lines;
}

/** Lines that replace others. If both sides have equally many, each line is compared with its counterpart, word by word. */
function addPair(lines: DiffLine[], before: string[], after: string[]): void {
  const areAlike = before.length === after.length && [...before, ...after].every((line) => line.length <= LONGEST_LINE);
  if (!areAlike) {
    for (const text of before) lines.push(plainLine('expected', text));
    for (const text of after) lines.push(plainLine('actual', text));
    return;
  }
  const pairs = before.map((text, index) => diffWordsWithSpace(text, after[index] ?? ''));
  for (const changes of pairs) {
    const pieces = changes
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, changed: removed }));
    lines.push({ kind: 'expected', pieces });
  }
  for (const changes of pairs) {
    const pieces = changes
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, changed: added }));
    lines.push({ kind: 'actual', pieces });
  }
}

function plainLine(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, pieces: [{ text, changed: false }] };
}

/** Omits long runs of equal lines, except a few lines around each difference. */
function withGaps(lines: DiffLine[]): DiffLine[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind !== 'same') near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  const result: DiffLine[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (end < lines.length && near[end] === 0) end++;
    const skipped = end - index;
    if (skipped > 1) {
      result.push({ kind: 'gap', skipped, pieces: [] });
      index = end;
    } else {
      const line = lines[index];
      if (line !== undefined) result.push(line);
      index++;
    }
  }
  return result;
}

/** Ends the last line like the others; otherwise it would differ from an equal line that is not the last. */
function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
