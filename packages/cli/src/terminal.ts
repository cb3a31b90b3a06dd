export { counted } from '@testpoint/report';

import { harmless, paletteFor } from '@testpoint/core/cli';
import { HIDDEN } from '@testpoint/report/format';
import { EXIT } from './failure.js';
import { type Invocation, invocation, runIn } from './invocation.js';
import { lostOutput } from './messages.js';

type Palette = ReturnType<typeof paletteFor>;

/** Clears a line of the terminal. */
const clearLine = '\r\u001b[2K';

/** Colors for standard output and for standard error: one may be a terminal and the other a pipe. */
export const paint: Palette = paletteOf('stdout');
export const paintError: Palette = paletteOf('stderr');

/**
 * Standard output and standard error may be files on a full disk, or pipes without a reader. This never stops a command. It
 * changes only the exit code of a command whose output is lost. A pipe reports the error as an event, a file by throwing.
 */
export function watchOutputs(): void {
  const given = invocation();
  given.stdout.on?.('error', (error) => runIn(given, () => outputLost(error)));
  given.stderr.on?.('error', () => {});
}

function paletteOf(stream: 'stdout' | 'stderr'): Palette {
  const palette = () => paletteFor(invocation()[stream], invocation().env);
  return {
    bold: (text) => palette().bold(text),
    dim: (text) => palette().dim(text),
    red: (text) => palette().red(text),
    yellow: (text) => palette().yellow(text),
    green: (text) => palette().green(text),
  };
}

function isColored({ red }: typeof paint): boolean {
  return red('') !== '';
}

/** A title or another name from elsewhere, in a list: it must neither look like another line nor have colors. */
export function oneLine(text: string): string {
  return harmless(text, false).replace(LINE_BREAKS, ' ');
}

const LINE_BREAKS = /\s*\n\s*/g;

/** Prints the output that the command was asked for. */
export function print(text: string): void {
  writeOut(`${harmless(text, isColored(paint))}\n`);
}

export function writeOut(text: string): void {
  clearProgress();
  try {
    invocation().stdout.write(text);
  } catch (error) {
    outputLost(error);
  }
}

export function writeError(text: string): void {
  clearProgress();
  writeRaw(text);
}

function writeRaw(text: string): void {
  try {
    invocation().stderr.write(text);
  } catch {
    // There is no other place to report it.
  }
}

/** After so long, a command shows its progress, milliseconds. */
export const PROGRESS_AFTER = 2_000;
/** How often it is drawn again, milliseconds. */
const DRAW_EVERY = 100;
/** When the line of each command was drawn. */
const drawn = new WeakMap<Invocation, number>();

/** Whether there is a terminal for lines that are rewritten. Pipes and CI keep every line. */
export function isProgressSeen(): boolean {
  const { stderr, env } = invocation();
  return stderr.isTTY === true && !env.CI;
}

/**
 * How far a command is that takes long, on one line that is rewritten. Any other output removes it.
 * @param text called if the line is drawn now
 * @param patience milliseconds since the command began
 */
export function showProgress(text: () => string, patience = PROGRESS_AFTER): void {
  const given = invocation();
  const now = performance.now();
  const last = drawn.get(given) ?? Number.NEGATIVE_INFINITY;
  if (now - given.startedAt < patience || now - last < DRAW_EVERY || !isProgressSeen()) return;
  drawn.set(given, now);
  writeRaw(clearLine + paintError.dim(text()));
}

export function clearProgress(): void {
  if (forgetProgress()) writeRaw(clearLine);
}

/** Leaves the line to a program that writes to the terminal now. @returns whether there was one */
export function forgetProgress(): boolean {
  return drawn.delete(invocation());
}

/** A reader that has seen enough (`testpoint catalog | head`) is not a failure. */
function outputLost(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  // Only once, because every line of the output fails in the same way.
  const given = invocation();
  if (!reported.has(given)) say(paintError.red(lostOutput(error)));
  reported.add(given);
  given.exitCode ||= EXIT.failed;
}

const reported = new WeakSet<Invocation>();

export function printJson(value: unknown): void {
  // Other control characters are escaped already.
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  print(JSON.stringify(value, null, 2).replace(HIDDEN, escaped));
}

/** Prints messages on standard error, so that the output can be piped. */
export function say(text: string): void {
  writeError(`${harmless(text, isColored(paintError))}\n`);
}

/** Lines with columns that are as wide as their widest cell. */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map((cell) => cell.replace(LINE_BREAKS, ' ')));
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
