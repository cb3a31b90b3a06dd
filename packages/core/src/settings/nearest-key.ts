import { distance } from 'fastest-levenshtein';

/** Names that other tools use for our options. */
const OTHER_NAMES: Record<string, string> = {
  token: 'secretKey',
  privatetoken: 'secretKey',
  secretkeybase64: 'secretKey',
  apikey: 'secretKey',
  baseurl: 'url',
  apiurl: 'url',
  host: 'url',
  endpoint: 'url',
  login: 'userName',
  projectid: 'projectGlobalId',
  testplanid: 'testPlanGlobalId',
  runid: 'testRunId',
  disabled: 'enabled',
};

/** The valid key that was most likely meant, or undefined if none is similar. */
export function nearestKey(key: string, valid: readonly string[]): string | undefined {
  const wanted = plain(key);
  const other = OTHER_NAMES[wanted];
  if (other !== undefined && valid.includes(other)) return other;
  let nearest: string | undefined;
  // Up to a third of the letters may be wrong. Beyond that it is a different word.
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of valid) {
    const letters = distance(wanted, plain(candidate));
    if (letters < least) {
      least = letters;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Ignores case and separators: `batch_size` is batchSize. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
