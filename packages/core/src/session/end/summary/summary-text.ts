import { append, indexOf, slice } from '../../../built-ins/language.js';
import type { Palette } from '../../palette.js';

/** How many problems, warnings and refusals to list. */
export const NAMED = 10;
/** Maximum number of lines of a problem's detail. */
const LINES = 8;
/** Maximum number of characters of a refusal. */
const LONGEST = 200;

/** Adds the first line of each text. @param count total number, of which `texts` may be only the first */
export function addNamed(lines: string[], texts: readonly string[], count: number, paint: Palette): void {
  let shown = 0;
  for (; shown < texts.length && shown < NAMED; shown++) {
    append(lines, paint.dim(`      ${shortened(lineAt(texts[shown] ?? '', 0))}`));
  }
  if (count > shown) append(lines, paint.dim(`      and ${count - shown} more`));
}

/** Adds the first lines of a text. */
export function addIndented(lines: string[], text: string, paint: Palette): void {
  let from = 0;
  for (let count = 0; count < LINES && from <= text.length; count++) {
    const line = lineAt(text, from);
    append(lines, paint.dim(`      ${line}`));
    from += line.length + 1;
  }
}

function lineAt(text: string, from: number): string {
  const end = indexOf(text, '\n', from);
  return end < 0 ? slice(text, from) : slice(text, from, end);
}

function shortened(line: string): string {
  return line.length > LONGEST ? `${slice(line, 0, LONGEST - 1)}…` : line;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
