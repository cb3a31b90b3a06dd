import { type Palette, paletteFor } from '@testpoint/core';
import { EXIT } from './failure.js';

/** Takes a terminal's line away. */
export const clearLine = '\r\u001b[2K';

/** For standard output and standard error: either may be a pipe. */
export const paint: Palette = paletteFor(process.stdout);
export const paintError: Palette = paletteFor(process.stderr);

/**
 * Standard output and standard error may be full disks, or pipes without a reader. That ends no command, and changes no
 * exit code but that of a command whose output is lost. A pipe shows it as an event, a file by throwing.
 */
process.stdout.on('error', outputLost);
process.stderr.on('error', () => {});

/** What the command was asked for. */
export function print(text: string): void {
  writeOut(`${text}\n`);
}

export function writeOut(text: string): void {
  try {
    process.stdout.write(text);
  } catch (error) {
    outputLost(error);
  }
}

export function writeError(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // There is no other place to say anything.
  }
}

/** A reader that has seen enough (`testpoint catalog | head`) is no failure. */
function outputLost(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  // Once: each line of the output fails in the same way.
  if (!isLostSaid) say(paintError.red(`Could not write to standard output: ${String(error)}`));
  isLostSaid = true;
  process.exitCode ||= EXIT.failed;
}

let isLostSaid = false;

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** What there is to say about it; kept apart, so that the output can be piped. */
export function say(text: string): void {
  writeError(`${text}\n`);
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
