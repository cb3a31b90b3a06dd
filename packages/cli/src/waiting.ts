import { clearProgress, forgetProgress, isProgressSeen, showProgress } from './terminal.js';

/** Shows waits that are longer than this, and updates the display this often; milliseconds. */
const DISPLAY_EVERY = 1_000;

/**
 * Shows on a terminal that we are waiting, and for how long.
 * @param isQuiet whether another program is using the terminal now
 * @param patience milliseconds since the command began, after which a wait is shown even if it is short
 */
export async function showWaiting<T>(what: string, work: Promise<T>, isQuiet = () => false, patience = 0): Promise<T> {
  if (!isProgressSeen()) return work;
  const started = performance.now();
  const show = () => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    if (!isQuiet()) showProgress(() => (seconds === 0 ? `${what} …` : `${what} … ${seconds} s`), patience);
  };
  if (patience > 0) {
    clearProgress();
    show();
  }
  const timer = setInterval(show, DISPLAY_EVERY);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isQuiet()) forgetProgress();
    else clearProgress();
  }
}
