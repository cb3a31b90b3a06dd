import { OPTION_KEYS, OPTIONS } from './option-table.js';
import type { KeyWith, Settings } from './settings.js';

/** The settings that delivery needs, in its thread and in a flush. The others may contain functions, which can't be sent to a thread. */
export type DeliverySettings = Pick<Settings, KeyWith<{ delivery: true }> | 'localServer'>;

/** Delivery's part of some settings, with the defaults of those that are absent. */
export function deliverySettings(
  settings: Pick<DeliverySettings, 'url' | 'secretKey'> & Partial<DeliverySettings>,
): DeliverySettings {
  const given: Record<string, unknown> = settings;
  const chosen: Record<string, unknown> = { localServer: settings.localServer };
  for (const key of OPTION_KEYS) {
    if (OPTIONS[key].delivery) chosen[key] = given[key] ?? OPTIONS[key].default;
  }
  return chosen as DeliverySettings;
}
