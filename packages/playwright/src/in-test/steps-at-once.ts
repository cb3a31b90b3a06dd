import type { StepOptions } from '@testpoint/core/api';

/** Starts one of Playwright's steps, which calls its body later. */
export type Start = (title: string, options: StepOptions | undefined, body: () => unknown) => Promise<unknown>;

interface Step {
  title: string;
  options: StepOptions | undefined;
  inner: Step[];
  start: Start;
  thrown?: { error: unknown };
}

/** Steps inside the body that is running; undefined if none is. */
let inner: Step[] | undefined;

/**
 * The steps of our other packages call their bodies at once, but Playwright's call theirs later. So a body that is not async
 * runs first, and becomes Playwright's step, with the steps inside it, when it has returned.
 */
export function stepAtOnce<T>(title: string, options: StepOptions | undefined, body: () => T, start: Start): T {
  // Its first line, too, can wait until Playwright has begun the step. Then what it awaits belongs to the step.
  if (isAsync(body)) return start(title, options, body) as T;
  const around = inner;
  const step: Step = { title, options, inner: [], start };
  inner = step.inner;
  try {
    const result = body();
    if (isPromise(result)) return start(title, options, () => result) as T;
    if (around === undefined) void replay(step);
    else around[around.length] = step;
    return result;
  } catch (error) {
    step.thrown = { error };
    if (around === undefined) void replay(step);
    else around[around.length] = step;
    throw error;
  } finally {
    inner = around;
  }
}

/** Never rejects: the body's caller has its error. */
async function replay({ title, options, inner: steps, start, thrown }: Step): Promise<void> {
  try {
    await start(title, options, async () => {
      for (let index = 0; index < steps.length; index += 1) await replay(steps[index] as Step);
      if (thrown !== undefined) throw thrown.error;
    });
  } catch {
    // Playwright shows it in the step.
  }
}

function isAsync(body: () => unknown): boolean {
  return (body as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === 'AsyncFunction';
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
