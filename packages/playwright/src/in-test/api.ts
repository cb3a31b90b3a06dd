import { type StepOptions, step as stepOfAny } from '@testpoint/core/api';
import { env } from '@testpoint/core/built-ins';
import { announceApi, nativeApi } from '@testpoint/core/test-api';
import { packageFile } from './package-file.js';

export * from '@testpoint/core/api';

/** Wraps Playwright's `test.step`. Steps also appear in Playwright's own reports, and the function returns a promise. */
export interface PlaywrightStepFunction {
  <T>(title: string, body: () => T | Promise<T>): Promise<T>;
  <T>(title: string, options: StepOptions, body: () => T | Promise<T>): Promise<T>;
}

/**
 * Runs `body` as a step, with the caller's location in the source. Resolves to what it returns, and rejects with what it
 * throws.
 */
export const step: PlaywrightStepFunction = async <T>(
  title: string,
  optionsOrBody: StepOptions | (() => T | Promise<T>),
  bodyAfterOptions?: () => T | Promise<T>,
): Promise<T> => {
  const body = typeof optionsOrBody === 'function' ? optionsOrBody : bodyAfterOptions;
  const options = typeof optionsOrBody === 'function' ? undefined : optionsOrBody;
  const native = typeof body === 'function' ? nativeApi() : undefined;
  if (native !== undefined) return native.step({ title, options, body: body as () => T, callee: step });
  return stepOfAny(title, options ?? {}, body as () => T);
};

// Playwright documents this variable of its workers. Elsewhere, loading Playwright would take time for nothing.
const isInWorker = env.TEST_WORKER_INDEX !== undefined;
announceApi(isInWorker ? packageFile : undefined);
