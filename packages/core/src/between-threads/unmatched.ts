import type { DeliveryState } from '../delivery/delivery-state.js';

/**
 * If none of the sent results matches a test point, not even one id, the configuration may be wrong. Undefined if something
 * matched, or if several configurations were used.
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
