import type { ServerRun } from '../data/server-runs.js';
import type { Look } from '../model/outcome.js';
import { count, counted } from '../text/format-time.js';
import { OutcomeIcon } from '../view/icons.js';

const LOOKS = ['failed', 'blocked', 'flaky', 'passed', 'skipped'] as const;

/** How many tests or test points have each outcome, and how many test points wait. @param hasBar in the list: shares are drawn, too */
export function RunCounts(props: { states: Partial<Record<Look, number>>; waiting: number; hasBar?: boolean }) {
  const { states, waiting, hasBar = false } = props;
  const shown = LOOKS.flatMap((look) => ((states[look] ?? 0) > 0 ? [[look, states[look] ?? 0] as const] : []));
  return (
    <span class="run-counts">
      {hasBar && (
        <span class="shares" aria-hidden="true">
          {shown.map(([look, number]) => (
            <i key={look} class={look} style={{ flexGrow: number }} />
          ))}
          {waiting > 0 && <i class="none" style={{ flexGrow: waiting }} />}
        </span>
      )}
      {shown.map(([look, number]) => (
        <span key={look} class={look}>
          <OutcomeIcon look={look} /> {count(number)}
        </span>
      ))}
      {waiting > 0 && <span class="quiet">{hasBar ? count(waiting) : counted(waiting, 'test point')} waiting</span>}
      {shown.length === 0 && waiting === 0 && <span class="quiet">none</span>}
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
