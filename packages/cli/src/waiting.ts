import { invocation } from './invocation.js';
import { clearLine, paintError, writeError } from './terminal.js';

/** Shows waits that are longer than this, and updates the display this often; milliseconds. */
const DISPLAY_EVERY = 1_000;

/**
 * Shows on a terminal that we are waiting, and for how long.
 * @param isQuiet whether another program is using the terminal now
 */
export async function showWaiting<T>(what: string, work: Promise<T>, isQuiet = () => false): Promise<T> {
  if (invocation().stderr.isTTY !== true) return work;
  const started = performance.now();
  let isShown = false;
  const timer = setInterval(() => {
    if (isQuiet()) return;
    isShown = true;
    const seconds = Math.round((performance.now() - started) / 1_000);
    writeError(clearLine + paintError.dim(`${what} … ${seconds} s`));
  }, DISPLAY_EVERY);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isShown && !isQuiet()) writeError(clearLine);
  }
}
