import { inactiveSession } from './inactive-session.js';
import { printLines } from './print.js';
import { addOpenSession, type EndingSession, failRun, judgeExitLast, removeOpenSession } from './process-end.js';
import type { Session } from './session.js';

/**
 * The session of a suite whose settings are wrong: it takes nothing. At the end it repeats the problems, since the suite's own
 * output has come in between, and fails the run where undelivered results are to do that.
 * @param lines what to say
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
