import type { Pickle } from '@cucumber/messages';
import { apply, weakGet, weakSet } from '@testpoint/core/built-ins';
import { loadedClasses, watchLookUps } from '../in-test/look-ups.js';

/** Options of Cucumber's command, as far as a run has them. */
export interface RuntimeOptions {
  dryRun?: boolean;
  failFast?: boolean;
  parallel?: number;
  strict?: boolean;
}

interface WithOptions {
  options?: RuntimeOptions;
}

/** Cucumber's `Coordinator`, the part that we use. It is the same in Cucumber 11, 12 and 13. */
export interface CucumberRun {
  eventBroadcaster: object;
  /** Those to run, after filters, shards and ordering. */
  sourcedPickles: readonly { pickle: Pickle }[];
  /** Before Cucumber 13, a serial run has its options in `worker`; then in `executor`. */
  adapter: WithOptions & { worker?: WithOptions; executor?: WithOptions; environment?: { env?: NodeJS.ProcessEnv } };
}

/** @param ended settles when the run has ended */
type OnRun = (run: CucumberRun) => ((ended: Promise<unknown>) => void) | undefined;

const waiting = new WeakMap<object, OnRun>();
let isWatching = false;

/**
 * Calls back right before Cucumber runs the scenarios of this event broadcaster. Formatters learn neither its options nor
 * which scenarios its filters have left, and may not leave out any.
 */
export function watchRun(broadcaster: object, onRun: OnRun): void {
  weakSet(waiting, broadcaster, onRun);
  if (isWatching) return;
  for (const { prototype } of loadedClasses('coordinator', 'Coordinator')) {
    isWatching = true;
    watchLookUps(prototype, 'run', (self, method) => {
      const run = self as CucumberRun;
      const onEnd = weakGet(waiting, run.eventBroadcaster)?.(run);
      if (onEnd === undefined || typeof method !== 'function') return undefined;
      return function (this: object, ...values: unknown[]): unknown {
        const ended: unknown = apply(method as (...given: unknown[]) => unknown, this, values);
        if (ended instanceof Promise) onEnd(ended);
        return ended;
      };
    });
  }
}

export function optionsOf({ adapter }: CucumberRun): RuntimeOptions {
  return adapter.options ?? adapter.worker?.options ?? adapter.executor?.options ?? {};
}
