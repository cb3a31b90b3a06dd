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
  const other = OTHER_NAMES[plain(key)];
  // Up to a third of the letters may be wrong. Beyond that it is a different word.
  return other !== undefined && valid.includes(other) ? other : misspelledKey(key, valid, 1 / 3);
}

/**
 * The valid key that differs least.
 * @param share of the letters that may be wrong
 * @param letters that may be wrong, however short the key is
 */
export function misspelledKey(key: string, valid: readonly string[], share: number, letters = 1): string | undefined {
  const wanted = plain(key);
  let nearest: string | undefined;
  let least = Math.max(letters, Math.floor(wanted.length * share)) + 1;
  for (const candidate of valid) {
    const wrong = distance(wanted, plain(candidate));
    if (wrong < least) {
      least = wrong;
      nearest = candidate;
    }
  }
  return nearest;
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = Number(row[at]) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, Number(row[at + 1]) + 1, Number(next[at]) + 1));
    }
    row = next;
  }
  return Number(row.at(-1));
}

/** Ignores case and separators: `batch_size` is batchSize. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
