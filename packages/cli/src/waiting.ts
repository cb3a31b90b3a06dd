import { clearProgress, forgetProgress, isProgressSeen, showProgress } from './terminal.js';

/** Shows waits that are longer than this, and updates the display this often; milliseconds. */
const DISPLAY_EVERY = 1_000;

/**
 * Shows on a terminal that we are waiting, and for how long.
 * @param isQuiet whether another program is using the terminal now
 * @param patience milliseconds before the first display
 */
export async function showWaiting<T>(
  what: string,
  work: Promise<T>,
  isQuiet = () => false,
  patience = DISPLAY_EVERY,
): Promise<T> {
  if (!isProgressSeen()) return work;
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    if (!isQuiet() && seconds * 1_000 >= patience) showProgress(() => `${what} … ${seconds} s`, 0);
  }, DISPLAY_EVERY);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isQuiet()) forgetProgress();
    else clearProgress();
  }
}
