import type { DeliveryState } from '../delivery/delivery-state.js';

/**
 * What else may be wrong where nothing that was sent is among the run's test points, not even one id: the configuration.
 * Undefined where something matched, or where they were sent with several.
 */
export function describeUnmatched({ sent, refusals }: Pick<DeliveryState, 'sent' | 'refusals'>): string | undefined {
  let configuration: string | undefined;
  for (let index = 0; index < refusals.length; index++) {
    const { unmatched, configurationId } = refusals[index] as (typeof refusals)[number];
    if (!unmatched || configurationId === undefined) continue;
    configuration ??= configurationId;
    if (configuration !== configurationId) return undefined;
  }
  if (sent > 0 || configuration === undefined) return undefined;
  return `If the ids are right, check configurationId (TMS_CONFIGURATION_ID): they were sent with ${configuration}.`;
}
