import type { Option } from './option.js';
import type { OPTIONS, SettingKey } from './option-table.js';
import type { SettingProblem } from './problems.js';

type Options = typeof OPTIONS;
/** Settings that are always set. */
type SettledKey = KeyWith<{ default: unknown } | { needed: true }>;
export type KeyWith<R> = { [K in SettingKey]: RowOf<Options[K]> extends R ? K : never }[SettingKey];
type RowOf<T> = T extends Option<infer _Input, infer _Value, infer Own> ? Own : never;
type ValueOf<T> = T extends Option<infer _Input, infer Value> ? Value : never;

/** Checked settings with defaults filled in. Times are milliseconds. */
export type Settings = { [K in keyof Options as Extract<K, SettledKey>]: ValueOf<Options[K]> } & {
  [K in keyof Options as Exclude<K, SettledKey | 'enabled' | 'ci'>]?: ValueOf<Options[K]>;
} & {
  /** Whether branch, commit and job URL are properties of every result. By default, depends on where the suite runs. */
  ci: boolean;
  /** Why there is no key, or false. Without one, a report is made and nothing is delivered; URL and key are empty. */
  reportOnly: string | false;
  /** Wrong and missing settings without which nothing can be delivered. Results are recorded, and wait. */
  deliveryProblems: readonly SettingProblem[];
  /** Id of the server of `testpoint serve` that gets the results; absent for a service. */
  localServer?: string;
  /** The framework packages' own options (Mocha's `console`), unchecked by core. */
  extra: Record<string, unknown>;
};

export type TestPointSetting = Exclude<NonNullable<Settings['testPoints']>, string>[number];

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
