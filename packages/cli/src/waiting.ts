import { clearLine, paintError, writeError } from './terminal.js';

/** A wait longer than this is shown, and the display updated this often; milliseconds. */
const WORTH_A_WORD = 1_000;

/**
 * Shows on a terminal that we are waiting, and for how long.
 * @param isQuiet whether another program is using the terminal now
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
