import { inactiveSession } from './inactive-session.js';
import { printLines } from './print.js';
import { addOpenSession, type EndingSession, failRun, judgeExitLast, removeOpenSession } from './process-end.js';
import type { Session } from './session.js';

/**
 * The session of a suite with wrong settings. It records nothing. At the end it prints the problems again, because the
 * suite's own output has scrolled them away.
 * @param lines the text to print
 * @param failsRun whether undelivered results fail the run
 */
export function misconfiguredSession(lines: readonly string[], failsRun: boolean): Session {
  const ending: EndingSession = {
    beginEnd: () => {},
    awaitEnd: () => {
      removeOpenSession(ending);
      printLines(lines);
      if (failsRun) failRun();
    },
    hurry: () => {},
  };
  addOpenSession(ending);
  return {
    ...inactiveSession,
    close: () => {
      if (failsRun) judgeExitLast();
    },
  };
}
