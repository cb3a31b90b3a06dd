import { clearLine, paintError, writeError } from './terminal.js';

/** A wait is worth a word when it is longer than this, milliseconds; so often the word is renewed. */
const WORTH_A_WORD = 1_000;

/**
 * Shows on a terminal that something is being waited for, and for how long.
 *
 * @param isQuiet whether the terminal is somebody else's now
 */
export async function showWaiting<T>(what: string, work: Promise<T>, isQuiet = () => false): Promise<T> {
  if (process.stderr.isTTY !== true) return work;
  const started = performance.now();
  let isShown = false;
  const timer = setInterval(() => {
    if (isQuiet()) return;
    isShown = true;
    const seconds = Math.round((performance.now() - started) / 1_000);
    writeError(clearLine + paintError.dim(`${what} … ${seconds} s`));
  }, WORTH_A_WORD);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isShown && !isQuiet()) writeError(clearLine);
  }
}
