import { contentOptions } from './table/content-options.js';
import { deliveryOptions } from './table/delivery-options.js';
import { installationOptions } from './table/installation-options.js';
import { reportOptions } from './table/report-options.js';
import { runOptions } from './table/run-options.js';
import { serviceOptions } from './table/service-options.js';

/** Each is a section of docs/settings.md. */
type OptionTable = typeof serviceOptions &
  typeof runOptions &
  typeof contentOptions &
  typeof deliveryOptions &
  typeof reportOptions &
  typeof installationOptions;

/** Every option. Settings, their types, environment names and suggestions come from here. */
export const OPTIONS: OptionTable = {
  ...serviceOptions,
  ...runOptions,
  ...contentOptions,
  ...deliveryOptions,
  ...reportOptions,
  ...installationOptions,
};

export type OptionKey = keyof OptionTable;
/** The options that become settings of the same name. */
export type SettingKey = Exclude<OptionKey, 'enabled'>;

const named: Record<string, unknown> = OPTIONS;

/** In the order used by `testpoint doctor`. */
export const OPTION_KEYS = Object.keys(OPTIONS).filter(isOptionKey);

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(named, key);
}
