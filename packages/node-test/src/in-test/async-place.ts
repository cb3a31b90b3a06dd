import { apply } from '@testpoint/core/built-ins';
import { type AttemptScope, enterScope, type HookScope } from '@testpoint/core/test-api';

const { AsyncResource } = process.getBuiltinModule('node:async_hooks');
const { getOwnPropertySymbols } = Object;
const { runInAsyncScope } = AsyncResource.prototype;

type Held = Record<symbol, unknown>;

/**
 * The functions that run in a resource of the runner's, and everything asynchronous that they start, belong to a scope. Before
 * Node 24, the resource keeps what is entered inside it. Since then it keeps the frame in which it was created, so it gets ours.
 */
export function placeResource(resource: object, scope: AttemptScope | HookScope): void {
  apply(runInAsyncScope, resource as never, [
    () => {
      const leave = enterScope(scope);
      const frame = frameOf(new AsyncResource('TESTPOINT'));
      if (FRAME === undefined || frame === undefined) return;
      (resource as Held)[FRAME] = frame;
      leave();
    },
  ]);
}

/** Where a resource keeps its frame. */
const FRAME = getOwnPropertySymbols(new AsyncResource('TESTPOINT')).find(
  ({ description }) => description === 'context_frame',
);

function frameOf(resource: object): unknown {
  return FRAME === undefined ? undefined : (resource as Held)[FRAME];
}
