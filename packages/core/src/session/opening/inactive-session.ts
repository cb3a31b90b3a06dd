import { addOpenSession, type EndingSession, failRun, judgeExitLast, removeOpenSession } from '../end/process-end.js';
import { keepListening } from '../end/process-events.js';
import { printLines } from '../print.js';
import type { Session } from '../session.js';

const nothing = () => {};

/** The session if reporting is off: it ignores every call. */
export const inactiveSession: Session = {
  active: false,
  settings: undefined,
  keepsOutput: false,
  isKept: false,
  channelDirectory: undefined,
  selection: undefined,
  provisional: (record) => ({ record, key: undefined, inFile: undefined }),
  record: () => undefined,
  settle: () => undefined,
  correct: () => undefined,
  keep: () => undefined,
  masked: () => undefined,
  output: () => undefined,
  plan: nothing,
  leftUnrun: nothing,
  problem: nothing,
  failedLater: nothing,
  notice: nothing,
  beforeEnd: nothing,
  watchSignals: nothing,
  close: nothing,
  afterEnd: nothing,
  closeNow: nothing,
};

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
      keepListening();
      if (failsRun) judgeExitLast();
    },
  };
}
