import { failureAt } from '../database/page-queries.js';
import type { Store } from '../database/store.js';
import type { FailuresBefore } from '../database/views.js';

/** Tests whose last result failed, column by column. */
interface Failing {
  ids: string[];
  configurations: string[];
  runs: string[];
  /** When each run was created. */
  created: string[];
  /** Whether there may be others. */
  more: boolean;
}

/** Tests to show. */
const MOST = 100;
/** Pages of failures to read at most, most of which are those of tests that have passed since. */
const PAGES = 15;

/** The tests whose last result failed, in the newest runs. */
export async function failingNow(store: Store): Promise<Failing> {
  const failing: Failing = { ids: [], configurations: [], runs: [], created: [], more: true };
  let before: FailuresBefore = { run: Number.MAX_SAFE_INTEGER, number: 0 };
  for (let page = 0; page < PAGES && failing.more && failing.ids.length < MOST; page++) {
    const { columns, last, more } = await store.failing(before);
    const found = JSON.parse(columns) as Omit<Failing, 'more'>;
    for (const name of ['ids', 'configurations', 'runs', 'created'] as const) failing[name].push(...found[name]);
    failing.more = more;
    before = failureAt(last);
  }
  return failing;
}
