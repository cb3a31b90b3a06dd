import type { ServerRun } from '../data/server-runs.js';
import type { Look } from '../model/outcome.js';
import { count, counted } from '../text/format-time.js';
import { OutcomeIcon } from '../view/icons.js';

const COUNTED: readonly (readonly [Look, 'Failed' | 'Blocked' | 'Passed' | 'Skipped'])[] = [
  ['failed', 'Failed'],
  ['blocked', 'Blocked'],
  ['passed', 'Passed'],
  ['skipped', 'Skipped'],
];

/** How many test points of a run have each outcome, and how many wait. */
export function RunCounts({ run: { testPoints } }: { run: ServerRun }) {
  const shown = COUNTED.filter(([, name]) => testPoints[name] > 0);
  const waiting = testPoints['In progress'];
  return (
    <span class="run-counts">
      {shown.map(([look, name]) => (
        <span key={name} class={look}>
          <OutcomeIcon look={look} /> {count(testPoints[name])}
        </span>
      ))}
      {waiting > 0 && <span class="quiet">{count(waiting)} waiting</span>}
      {testPoints.total === 0 && <span class="quiet">{counted(0, 'test')}</span>}
    </span>
  );
}

export function isUnderWay({ status }: Pick<ServerRun, 'status'>): boolean {
  return status === 'Pending' || status === 'In progress';
}

/** How a run went, as far as it is known. */
export function lookOf({ status, testPoints }: ServerRun): Look {
  if (testPoints.Failed > 0) return 'failed';
  if (isUnderWay({ status })) return 'none';
  if (testPoints.Blocked > 0) return 'blocked';
  return testPoints.Passed > 0 ? 'passed' : 'skipped';
}
