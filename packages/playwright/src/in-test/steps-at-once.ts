import type { StepOptions } from '@testpoint/core/api';

/** Starts one of Playwright's steps, which calls its body later. */
export type Start = (title: string, options: StepOptions | undefined, body: () => unknown) => Promise<unknown>;

/** Starts a step whose body has ended. Never rejects. */
type Replay = () => Promise<void>;

/** The steps that have ended inside the body that is running; undefined if none is running. */
let ended: Replay[] | undefined;

/**
 * The steps of our other packages call their bodies at once, but Playwright's call theirs later. So a body that is not async
 * runs first, and becomes Playwright's step, with the steps inside it, when it has returned.
 */
export function stepAtOnce<T>(title: string, options: StepOptions | undefined, body: () => T, start: Start): T {
  // Its first line, too, can wait until Playwright has begun the step. Then what it awaits belongs to the step.
  if (isAsync(body)) return start(title, options, body) as T;
  const around = ended;
  const inner: Replay[] = [];
  const replay = (end: () => unknown): Promise<unknown> =>
    start(title, options, async () => {
      for (let index = 0; index < inner.length; index += 1) await inner[index]?.();
      return end();
    });
  ended = inner;
  try {
    const result = body();
    if (isPromise(result)) return replay(() => result) as T;
    replayIn(around, () => replay(() => undefined));
    return result;
  } catch (error) {
    const fail = () => {
      throw error;
    };
    replayIn(around, () => replay(fail));
    throw error;
  } finally {
    ended = around;
  }
}

/** Replays a step when the one around it is replayed, or now. The body's caller has its error. */
function replayIn(around: Replay[] | undefined, replay: () => Promise<unknown>): void {
  const settled = async (): Promise<void> => {
    try {
      await replay();
    } catch {
      // Playwright shows it in the step.
    }
  };
  if (around === undefined) void settled();
  else around[around.length] = settled;
}

function isAsync(body: () => unknown): boolean {
  return (body as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === 'AsyncFunction';
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
