import { writeSync } from 'node:fs';
import { type Palette, palette } from './summary.js';

// Captured at load: tests replace process.stderr.write, and what we say is not theirs to catch.
const write = process.stderr.write.bind(process.stderr);
const writeNow = writeSync;
const STANDARD_ERROR = 2;

/** Colours on a terminal only, and never where NO_COLOR is set. */
export function terminalPalette(): Palette {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isWanted = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  return palette((NO_COLOR === undefined || NO_COLOR === '') && (process.stderr.isTTY === true || isWanted));
}

/** Prints on standard error: standard output belongs to the suite's other reporters. */
export function printLines(lines: readonly string[]): void {
  try {
    write(`${lines.join('\n')}\n`);
  } catch {
    // Nobody reads it.
  }
}

/** As `printLines`, before the process exits. */
export function printLinesNow(lines: readonly string[]): void {
  try {
    writeNow(STANDARD_ERROR, `${lines.join('\n')}\n`);
  } catch {
    // Nobody reads it, or not now.
  }
}
