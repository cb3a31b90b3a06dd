/** What other tools call our options. */
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

/** The valid key that was most likely meant, or undefined when none is near. */
export function nearestKey(key: string, valid: readonly string[]): string | undefined {
  const wanted = plain(key);
  const other = OTHER_NAMES[wanted];
  if (other !== undefined && valid.includes(other)) return other;
  let nearest: string | undefined;
  // A third of the letters may be wrong; more of them make another word.
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of valid) {
    const distance = levenshtein(wanted, plain(candidate), least);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Case and separators are no difference: `batch_size` is batchSize. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Letters to insert, delete or replace; not counted beyond `limit`. */
function levenshtein(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? limit;
}
