import { writeSync } from 'node:fs';
import { type Palette, paletteFor } from './palette.js';

// Captured at load: tests may replace any of these.
const write = writeSync;
const encode = Buffer.from;
const { wait } = Atomics;
const now = performance.now.bind(performance);

const STANDARD_ERROR = 2;
/** How long a reader that does not read is waited for, milliseconds. */
const PATIENCE = 1_000;
/** Pause before standard error is tried again, milliseconds. */
const PAUSE = 5;
const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

let standardErrors: Palette | undefined;

/** The palette for standard error, as it is wanted when the first session opens: tests may change the environment. */
export function terminalPalette(): Palette {
  standardErrors ??= paletteFor(process.stderr);
  return standardErrors;
}

/**
 * Prints on standard error: standard output belongs to the suite's other reporters. Never through `process.stderr`, which
 * raises an 'error' event for a closed pipe or a full disk: that would fail the suite.
 */
export function printLines(lines: readonly string[]): void {
  let text = '';
  for (let index = 0; index < lines.length; index++) text += `${lines[index]}\n`;
  try {
    writeWhole(encode(text, 'utf8'));
  } catch {
    // Standard error is closed, or its disk is full.
  }
}

/** A pipe that is set to non-blocking takes what it has room for. */
function writeWhole(bytes: Uint8Array): void {
  const limit = now() + PATIENCE;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += write(STANDARD_ERROR, bytes, written, bytes.length - written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || now() > limit) throw error;
      wait(clock, 0, 0, PAUSE);
    }
  }
}
