import type { Option } from './option.js';
import type { OPTIONS, SettingKey } from './option-table.js';

type Options = typeof OPTIONS;
/** Settings that are always set. */
type SettledKey = { [K in SettingKey]: Options[K] extends Option<unknown, unknown, true> ? K : never }[SettingKey];
type ValueOf<T> = T extends Option<unknown, infer Value> ? Value : never;

/** Checked settings with defaults filled in. Times are milliseconds. */
export type Settings = { [K in keyof Options as Extract<K, SettledKey>]: ValueOf<Options[K]> } & {
  [K in keyof Options as Exclude<K, SettledKey | 'enabled' | 'ci'>]?: ValueOf<Options[K]>;
} & {
  /** Whether branch, commit and job URL are properties of every result. By default, depends on where the suite runs. */
  ci: boolean;
  /** Whether there is no key: a report is made, and nothing is delivered. URL and key are empty. */
  reportOnly: boolean;
  /** Id of the server of `testpoint serve` that gets the results; absent for a service. */
  localServer?: string;
  /** The framework packages' own options (Mocha's `console`), unchecked by core. */
  extra: Record<string, unknown>;
};

export type Finish = Settings['finish'];
export type ExternalIdSetting = Settings['externalId'];
/** `id` is the GUID, for newer results; `globalId` is for test points and legacy results. */
export type ConfigurationSetting = Settings['configurations'][string];
export type TestPointSetting = Exclude<NonNullable<Settings['testPoints']>, string>[number];
