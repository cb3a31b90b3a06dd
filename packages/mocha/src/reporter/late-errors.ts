import { printLines, type Session } from '@testpoint/core';
import type { MochaRunner } from '../in-test/mocha-types.js';
import { addListener, listenersOf, removeListener } from './process-listeners.js';
import { errorRecord } from './translate.js';

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
  stop = () => removeListener(EVENT, watch);
  addListener(EVENT, watch);
  session.afterEnd(() => {
    isPrinted = true;
  });
}

/** Whether Mocha still listens for uncaught errors. */
function endsOnErrors({ uncaught }: MochaRunner): boolean {
  const listeners = listenersOf('uncaughtException');
  for (let index = 0; index < listeners.length; index++)
    if (listeners[index] === uncaught) return uncaught !== undefined;
  return false;
}
