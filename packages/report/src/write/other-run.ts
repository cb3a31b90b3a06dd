import { type OtherResult, resultsOf } from '../aggregates/comparison.js';
import type { ComparedWith } from '../format.js';
import { readHistory, testsOf } from '../history/history-file.js';
import { noOtherRun } from '../messages.js';
import { type Run, readRun } from '../run/run.js';
import type { OpenSource } from './report-options.js';

/** There is no run to compare with. */
export class NothingToCompareError extends Error {
  readonly code = 'NOTHING_TO_COMPARE';
}

type OtherRun = Omit<ComparedWith, 'counts'> & { results: OtherResult[] };

/**
 * The run to compare with: the sources, or the last run of a history, if possible on the same branch.
 * @throws NothingToCompareError
 */
export async function otherRun(compare: string | readonly OpenSource[], { sessions, ci }: Run): Promise<OtherRun> {
  if (typeof compare === 'string') {
    const { runs } = await readHistory(compare, sessions);
    const run = runs.findLast(({ branch }) => branch === ci.branch) ?? runs.at(-1);
    if (run === undefined) throw new NothingToCompareError(noOtherRun(compare));
    const { startedAt, commit, branch } = run;
    return { startedAt, commit, branch, results: [...testsOf(run)].map((test) => ({ ...test, id: '' })) };
  }
  const sources = compare.map((open) => open());
  try {
    const run = await readRun(sources);
    const { commit, branch } = run.ci;
    return { startedAt: run.span.startedAt, commit, branch, results: [...resultsOf(run.rows)] };
  } finally {
    for (const source of sources) source.close();
  }
}
