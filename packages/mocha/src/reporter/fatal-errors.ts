import { listenToProcess, printLines, type Session } from '@testpoint/core/adapter';
import { apply, some } from '@testpoint/core/built-ins';
import type { MochaRunner } from '../in-test/mocha-types.js';
import { errorAfterTests, uncaughtError } from './messages.js';
import { errorRecord } from './translate.js';

// In serial mode, a test may stub the methods of the process.
const { listeners } = process;
const host = process;

let stop: (() => void) | undefined;

/**
 * An error after the run, or any error with `--allow-uncaught`, ends the process in Mocha's own listener, without an 'exit'
 * event. So we report it, and wait for delivery, before that. If a process has several runs, the last one listens.
 */
export function watchFatalErrors(session: Session, runner: MochaRunner, hasEnded: boolean): void {
  const title = hasEnded ? errorAfterTests : uncaughtError;
  stop?.();
  let isPrinted = false;
  stop = listenToProcess('uncaughtExceptionMonitor', (error: unknown) => {
    if (!endsOnErrors(runner)) return;
    const { message, stack } = errorRecord(error);
    if (isPrinted) {
      printLines([`Testpoint: ${title}: ${message}`]);
      return;
    }
    session.problem(title, stack ?? message);
    session.closeNow({ interrupted: !hasEnded });
  });
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
