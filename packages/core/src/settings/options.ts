import type { Option } from './option.js';
import type { OPTIONS } from './option-table.js';

type Options = typeof OPTIONS;
type InputOf<T> = T extends Option<infer Input, infer _Value> ? Input : never;

/**
 * Options of every reporter, and of `testpoint.config.*`. Each that is a text, a number or a boolean can also be set in the
 * environment (`closeTimeout` is TMS_CLOSE_TIMEOUT), which rules over the reporter's options, which rule over the file.
 */
export interface TestpointOptions extends Readonly<OptionInputs> {}

type OptionInputs = { [K in keyof Options]?: InputOf<Options[K]> };

/** Types the options of a `testpoint.config.ts` (or .js); returns them as they are. */
export function defineConfig(options: TestpointOptions): TestpointOptions {
  return options;
}
