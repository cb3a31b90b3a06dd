import { writeSync } from 'node:fs';
import { join } from '../built-ins/language.js';
import { harmless } from '../result/text/text.js';
import { type Palette, paletteFor } from './palette.js';

// Captured at load: tests may replace any of these.
const write = writeSync;
const encode = Buffer.from;
const { wait } = Atomics;
const now = performance.now.bind(performance);

const STANDARD_ERROR = 2;
/** How long to wait for a full pipe to drain, milliseconds. */
const PATIENCE = 1_000;
/** Pause before retrying standard error, milliseconds. */
const PAUSE = 5;
const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The palette for standard error. */
export const terminalPalette: Palette = paletteFor(process.stderr);

/**
 * Prints to standard error, because standard output belongs to the suite's other reporters. Never uses `process.stderr`,
 * which emits an 'error' event for a closed pipe or a full disk: that would fail the suite.
 */
export function printLines(lines: readonly string[]): void {
  try {
    const isColored = terminalPalette.red('') !== '';
    if (lines.length > 0) writeWhole(encode(`${harmless(join(lines, '\n'), isColored)}\n`, 'utf8'));
  } catch {
    // Standard error is closed, or its disk is full.
  }
}

/** A non-blocking pipe accepts only what it has room for. */
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
