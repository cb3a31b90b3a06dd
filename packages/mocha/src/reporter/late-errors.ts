import { printLines, type Session } from '@testpoint/core/adapter';
import { apply, some } from '@testpoint/core/built-ins';
import type { MochaRunner } from '../in-test/mocha-types.js';
import { errorRecord } from './translate.js';

// In serial mode, a test may stub the methods of the process.
const { on, removeListener, listeners } = process;
const host = process;

const EVENT = 'uncaughtExceptionMonitor';
const TITLE = 'An error after the last test ends the process';

let stop: (() => void) | undefined;

/**
 * An error after the run ends the process in Mocha's own listener, without an 'exit' event. So we report it, and wait for
 * delivery, before that. If a process has several runs, the last one listens.
 */
export function watchLateErrors(session: Session, runner: MochaRunner): void {
  stop?.();
  let isPrinted = false;
  const watch = (error: unknown): void => {
    if (!endsOnErrors(runner)) return;
    const { message, stack } = errorRecord(error);
    if (isPrinted) {
      printLines([`Testpoint: ${TITLE}: ${message}`]);
      return;
    }
    session.problem(TITLE, stack ?? message);
    session.closeNow();
  };
  stop = () => apply(removeListener, host, [EVENT, watch]);
  apply(on, host, [EVENT, watch]);
  session.afterEnd(() => {
    isPrinted = true;
  });
}

/** Whether Mocha still listens for uncaught errors. */
function endsOnErrors({ uncaught }: MochaRunner): boolean {
  return (
    uncaught !== undefined &&
    some<unknown>(apply(listeners, host, ['uncaughtException']), (listener) => listener === uncaught)
  );
}
