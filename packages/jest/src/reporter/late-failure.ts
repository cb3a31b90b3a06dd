import { listenToProcess, type Session } from '@testpoint/core/adapter';
import type { GlobalConfig, RunResult } from '../in-test/jest-types.js';

let stop: (() => void) | undefined;

/**
 * Notices what fails a run after its reporters have ended: a globalTeardown, another reporter, a results processor, a timer that
 * a test left behind. Jest sets the exit code for failed tests in an `exit` listener that it adds later, so a code that is there
 * before has another reason, unless Jest ends the process itself because of `bail` or `forceExit`.
 */
export function watchForLateFailure(
  { bail, forceExit }: GlobalConfig,
  result: RunResult | undefined,
  session: Session,
): void {
  if (!session.isKept) return;
  stop?.();
  stop = undefined;
  const bails = Number(bail) > 0 && (result?.numFailedTests ?? 0) >= Number(bail);
  if (bails || forceExit === true) return;
  const before = Number(process.exitCode ?? 0);
  const watch = (code: number) => {
    if (code !== before) session.failedLater('globalTeardown, for example,');
  };
  stop = listenToProcess('exit', watch, true);
}
