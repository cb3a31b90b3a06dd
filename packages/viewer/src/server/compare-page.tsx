import { DIFFERENCES, type Difference, slugOf } from '@testpoint/report/browser';
import { useEffect, useState } from 'preact/hooks';
import { comparisonOf } from '../data/server-comparison.js';
import { runOf } from '../data/server-runs.js';
import { Differences } from '../view/differences.js';
import { Problem } from '../view/problem.js';
import { Page, useAnswer } from './page.js';

/** Two runs: what has changed from the other one to this one. @param other by default, the run before */
export function ComparePage({ run, other }: { run: string; other?: string }) {
  const { value, error, reload } = useAnswer(async () => {
    const before = other ?? (await runOf(run)).before;
    return before === null ? null : { before, ...(await comparisonOf(run, before)) };
  });
  const [list, setList] = useState(listInAddress);
  useEffect(() => {
    const follow = () => setList(listInAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <Page title="Two runs compared">
      <h1>Two runs compared</h1>
      <p>
        <a href={`/runs/${encodeURIComponent(run)}`}>This run</a> with{' '}
        {value == null ? 'the one before' : <a href={`/runs/${encodeURIComponent(value.before)}`}>the one before</a>}
      </p>
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {value === null && <p class="empty">No earlier run has a result of its first test in the same configuration.</p>}
      {value != null && (
        <Differences
          counts={value.counts}
          tests={(kind, most) => value.lists[kind].slice(0, most)}
          only={list}
          linkTo={(kind) => `#${kind === undefined ? '' : slugOf(kind)}`}
        />
      )}
    </Page>
  );
}

/** `#new-failures` shows one list. */
function listInAddress(): Difference | undefined {
  return DIFFERENCES.find((kind) => `#${slugOf(kind)}` === location.hash);
}
