import { channel } from '@testpoint/core/test-api';
import type { CircusEvent, CircusState } from './circus.js';
import { leaveOut } from './leave-out.js';
import { Observer } from './observer.js';

/** One of circus' event handlers, which may be async. */
type Handler = (event: CircusEvent, state: CircusState) => unknown;

/**
 * For Jest 30 and newer. Circus calls all its event handlers for each event and awaits them one by one. Ours is not a
 * separate handler: it runs after the first one, circus' own, so it adds no await. It never throws.
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
      // Then the tree is missing; the test continues as usual.
    }
    return handled;
  };
}

function pass({ name, test, hook, error }: CircusEvent, state: CircusState, observer: Observer): void {
  if (hook !== undefined) {
    if (name === 'hook_start') observer.hookStarted(hook, true);
    else if (name === 'hook_success') observer.hookEnded(hook);
    else if (name === 'hook_failure') observer.hookEnded(hook, { error });
  } else if (test !== undefined) {
    if (name === 'test_started') observer.testStarted(test);
    else if (name === 'test_fn_start') observer.bodyStarted(test);
    else if (name === 'test_fn_success' || name === 'test_fn_failure') observer.bodyEnded();
    else if (name === 'test_done') observer.testEnded(test);
  } else if (name === 'run_start') {
    leaveOut(state);
    observer.runStarted(state, true);
  } else if (name === 'run_finish') observer.runEnded(state);
  else if (name === 'teardown') channel()?.close();
}
