import type { Option } from './option.js';
import type { OPTIONS } from './option-table.js';

type Options = typeof OPTIONS;
type InputOf<T> = T extends Option<infer Input, infer _Value> ? Input : never;

/**
 * Options of every reporter, and of `testpoint.config.*`. Strings, numbers and booleans can also be set in the environment
 * (`closeTimeout` is TMS_CLOSE_TIMEOUT). The environment overrides the reporter's options, which override the file.
 */
export interface TestpointOptions extends Readonly<OptionInputs> {}

type OptionInputs = { [K in keyof Options]?: InputOf<Options[K]> };

/** Adds types to the options of a `testpoint.config.ts` (or .js); returns them unchanged. */
export function defineConfig(options: TestpointOptions): TestpointOptions {
  return options;
}
