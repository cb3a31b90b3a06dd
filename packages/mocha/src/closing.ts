import { clearInterval, setInterval } from './built-ins.js';

const LONG = 2 ** 30;

/** Keeps the process from ending by itself; gives the function that lets it. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, LONG);
  return () => clearInterval(timer);
}

/**
 * Under `--exit` Mocha would have ended the process by now: errors that a test left behind, and that come while we wait
 * for the delivery, would never have been raised.
 */
export function outliveErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(event);
    process.on(event, () => {});
  }
}
