/**
 * Observes the steps that a worker of Cucumber runs. The build makes one file of this module, which the test API of any of our
 * packages loads from the path that the reporter puts into the environment.
 */
import { isMainThread } from 'node:worker_threads';
import { env, weakGet, weakSet } from '@testpoint/core/built-ins';
import { shielded, tellReporter } from '@testpoint/core/test-api';
import { loadedClasses, watchLookUps } from './look-ups.js';
import { OWNER_VARIABLE } from './owner.js';
import { hasCalls, type RunMessage, StepObserver } from './step-observer.js';

/** Cucumber's `TestCaseRunner`. */
interface Runner {
  eventBroadcaster?: { prependListener?(event: string, listener: (message: RunMessage) => void): unknown };
}

const seen = new WeakMap<object, true>();

function observe({ eventBroadcaster }: Runner): void {
  if (typeof eventBroadcaster?.prependListener !== 'function' || weakGet(seen, eventBroadcaster)) return;
  weakSet(seen, eventBroadcaster, true);
  const observer = new StepObserver();
  eventBroadcaster.prependListener('envelope', (message) => {
    try {
      shielded(() => {
        const data = observer.take(message);
        if (data !== undefined && hasCalls(data)) tellReporter('attempt', data);
      });
    } catch {
      // The reporter then has only Cucumber's messages.
    }
  });
}

const isWorker = env.CUCUMBER_WORKER_ID !== undefined;
// A step may run Cucumber itself. That inner run is part of the step.
if (isWorker && env[OWNER_VARIABLE] === String(isMainThread ? process.ppid : process.pid)) {
  for (const { prototype } of loadedClasses('test_case_runner', 'default')) {
    watchLookUps(prototype, 'run', (runner) => {
      try {
        observe(runner as Runner);
      } catch {
        // The same.
      }
    });
  }
}
