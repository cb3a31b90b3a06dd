import { append, each, indexOf, min, slice } from '../../../built-ins/language.js';
import type { Palette } from '../../palette.js';

/** How many problems, warnings and refusals to list. */
export const NAMED = 10;
/** Maximum number of lines of a problem's detail. */
const LINES = 8;
/** Maximum number of characters of a refusal. */
const LONGEST = 200;

/**
 * The lines of a summary. In Mocha, tests run in this process and may have stubbed methods of arrays and strings, so the
 * summary uses only loops and captured functions.
 */
export class SummaryLines {
  readonly all: string[] = [];
  readonly paint: Palette;

  constructor(paint: Palette) {
    this.paint = paint;
  }

  add(line: string): void {
    append(this.all, line);
  }

  problem(text: string): void {
    this.add(`  ${this.paint.red('✗')} ${text}`);
  }

  warning(text: string): void {
    this.add(`  ${this.paint.yellow('!')} ${text}`);
  }

  /** The first line of each text. @param count total number, of which `texts` may be only the first */
  named(texts: readonly string[], count = texts.length): void {
    each(texts, (text, index) => {
      if (index < NAMED) this.add(this.paint.dim(`      ${shortened(lineAt(text, 0))}`));
    });
    const shown = min(texts.length, NAMED);
    if (count > shown) this.add(this.paint.dim(`      and ${count - shown} more`));
  }

  /** The first lines of a text. */
  indented(text: string): void {
    let from = 0;
    for (let count = 0; count < LINES && from <= text.length; count++) {
      const line = lineAt(text, from);
      this.add(this.paint.dim(`      ${line}`));
      from += line.length + 1;
    }
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
