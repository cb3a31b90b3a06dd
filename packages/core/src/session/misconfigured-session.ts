import { inactiveSession } from './inactive-session.js';
import { printLines } from './print.js';
import { addOpenSession, type EndingSession, failRun, judgeExitLast, removeOpenSession } from './process-end.js';
import type { Session } from './session.js';

/**
 * The session of a suite with wrong settings. It accepts nothing. At the end it repeats the problems, because the suite's
 * own output has come in between, and fails the run if undelivered results are supposed to.
 * @param lines the text to print
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
