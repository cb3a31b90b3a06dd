import { LONGEST_TIMER } from '../../service/longest-timer.js';

/**
 * A promise that resolves when `start` calls `resume`, and rejects with the signal's reason. `start` returns a cleanup
 * function, which is called in both cases.
 */
export async function abortable(signal: AbortSignal, start: (resume: () => void) => () => void): Promise<void> {
  signal.throwIfAborted();
  let undo = () => {};
  let onAbort = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
      undo = start(resolve);
    });
  } finally {
    undo();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits this many milliseconds; rejects with the signal's reason. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable(signal, (resume) => {
    const timer = setTimeout(resume, Math.min(milliseconds, LONGEST_TIMER));
    return () => clearTimeout(timer);
  });
}
