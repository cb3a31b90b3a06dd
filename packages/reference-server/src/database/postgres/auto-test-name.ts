import { hash } from 'node:crypto';

/** The key of an autotest in a run: half of a digest, in the form of a GUID. */
export function nameOf(configurationId: string, externalId: string): string {
  return hash('sha256', `${configurationId} ${JSON.stringify(externalId)}`).slice(0, 32);
}
