import { closeChannel } from '@testpoint/core/test-api';
import type { CircusEvent, CircusState } from './circus.js';
import { Observer } from './observer.js';

/** Jest 30 and newer: circus tells everything to its event handlers. Ours does not throw, and is not waited for. */
export function listenToCircus(handlers: unknown[], state: CircusState): void {
  const observer = new Observer(({ invocations, startedAt }) => ({
    invocation: invocations,
    startedAt: startedAt ?? undefined,
  }));
  handlers.push((event: CircusEvent) => {
    try {
      pass(event, state, observer);
    } catch {
      // A tree is missing then; the test goes on as without us.
    }
  });
}

function pass({ name, test, hook, describeBlock, error }: CircusEvent, state: CircusState, observer: Observer): void {
  if (hook !== undefined) {
    if (name === 'hook_start') observer.hookStarted(hook);
    else if (name === 'hook_success') observer.hookEnded(hook);
    else if (name === 'hook_failure') observer.hookEnded(hook, { error });
  } else if (test !== undefined) {
    if (name === 'test_started') observer.testStarted(test);
    else if (name === 'test_done') observer.testEnded(test);
  } else if (name === 'run_start') observer.runStarted(state);
  else if (name === 'run_describe_finish' && describeBlock !== undefined) observer.blockEnded(describeBlock);
  else if (name === 'teardown') closeChannel();
}
