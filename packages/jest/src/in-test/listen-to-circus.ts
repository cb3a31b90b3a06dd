import { closeChannel } from '@testpoint/core/test-api';
import type { CircusEvent, CircusState } from './circus.js';
import { Observer } from './observer.js';

/** One of circus' event handlers, which may be async. */
type Handler = (event: CircusEvent, state: CircusState) => unknown;

/**
 * Jest 30 and newer: circus tells each event to all of its event handlers, and waits for one after the other. Ours is no
 * further one, but listens behind the first, circus' own, and does not throw.
 */
export function listenToCircus(handlers: Handler[], state: CircusState): void {
  const observer = new Observer(({ invocations, startedAt }) => ({
    invocation: invocations,
    startedAt: startedAt ?? undefined,
  }));
  const [first] = handlers;
  handlers[0] = (event, stateThen) => {
    const handled = first?.(event, stateThen);
    try {
      pass(event, state, observer);
    } catch {
      // A tree is missing then; the test goes on as without us.
    }
    return handled;
  };
}

function pass({ name, test, hook, describeBlock, error }: CircusEvent, state: CircusState, observer: Observer): void {
  if (hook !== undefined) {
    if (name === 'hook_start') observer.hookStarted(hook, true);
    else if (name === 'hook_success') observer.hookEnded(hook);
    else if (name === 'hook_failure') observer.hookEnded(hook, { error });
  } else if (test !== undefined) {
    if (name === 'test_started') observer.testStarted(test);
    else if (name === 'test_fn_start') observer.bodyStarted(test);
    else if (name === 'test_fn_success' || name === 'test_fn_failure') observer.bodyEnded();
    else if (name === 'test_done') observer.testEnded(test);
  } else if (name === 'run_start') observer.runStarted(state, true);
  else if (name === 'run_describe_finish' && describeBlock !== undefined) observer.blockEnded(describeBlock);
  else if (name === 'run_finish') observer.runEnded();
  else if (name === 'teardown') closeChannel();
}
