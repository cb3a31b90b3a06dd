import { createHash } from 'node:crypto';

/** The key of an autotest in a run: half of a digest, in the form of a GUID. */
export function nameOf(configurationId: string, externalId: string): string {
  return createHash('sha256')
    .update(`${configurationId} ${JSON.stringify(externalId)}`)
    .digest('hex')
    .slice(0, 32);
}
