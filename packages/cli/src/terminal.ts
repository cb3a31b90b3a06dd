import { type Palette, palette } from '@testpoint/core';

const { NO_COLOR } = process.env;
const isPlain = NO_COLOR !== undefined && NO_COLOR !== '';

/** For standard output and standard error: either may be a pipe. */
export const paint: Palette = palette(!isPlain && process.stdout.isTTY === true);
export const paintError: Palette = palette(!isPlain && process.stderr.isTTY === true);

/** What the command was asked for. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** What there is to say about it; kept apart, so that the output can be piped. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Lines with columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** "1 result", "2,000 results". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
