export { counted } from '@testpoint/report';

import { paletteFor } from '@testpoint/core/cli';
import { EXIT } from './failure.js';

/** Clears a line of the terminal. */
export const clearLine = '\r\u001b[2K';

/** Colors for standard output and for standard error: one may be a terminal and the other a pipe. */
export const paint = paletteFor(process.stdout);
export const paintError = paletteFor(process.stderr);

/**
 * Standard output and standard error may be files on a full disk, or pipes without a reader. This never stops a command. It
 * changes only the exit code of a command whose output is lost. A pipe reports the error as an event, a file by throwing.
 */
process.stdout.on('error', outputLost);
process.stderr.on('error', () => {});

/** Prints the output that the command was asked for. */
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
    // There is no other place to report it.
  }
}

/** A reader that has seen enough (`testpoint catalog | head`) is not a failure. */
function outputLost(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  // Only once, because every line of the output fails in the same way.
  if (!isLossReported) say(paintError.red(`Could not write to standard output: ${String(error)}`));
  isLossReported = true;
  process.exitCode ||= EXIT.failed;
}

let isLossReported = false;

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints messages on standard error, so that the output can be piped. */
export function say(text: string): void {
  writeError(`${text}\n`);
}

/** Lines with columns that are as wide as their widest cell. */
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
