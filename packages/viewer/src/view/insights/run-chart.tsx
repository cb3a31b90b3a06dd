import type { HistoryData, RunData } from '@testpoint/report/format';
import { numberOf, totalOf } from '../../model/outcome.js';
import { count, counted, duration, moment } from '../../text/format-time.js';

type Bar = HistoryData['runs'][number];

/** With more bars, there is no room between them on a phone. */
const CROWDED = 60;
const PARTS = ['failed', 'known', 'blocked', 'flaky', 'passed', 'skipped'] as const;

/** This run and the runs before it: the outcomes of their tests, and how long they took. */
export function RunChart({ history, run }: { history: HistoryData; run: RunData }) {
  const bars: Bar[] = [
    ...history.runs,
    { startedAt: run.startedAt, durationMs: run.endedAt - run.startedAt, counts: run.counts },
  ];
  const most = Math.max(1, ...bars.map(({ counts }) => totalOf(counts)));
  const longest = Math.max(1, ...bars.map(({ durationMs }) => durationMs));
  return (
    <section class="card chart" aria-labelledby="runs">
      <h2 id="runs">
        Last {bars.length} runs{history.branch === undefined ? '' : ` on ${history.branch}`}
      </h2>
      <ol style={bars.length > CROWDED ? { gap: 0 } : undefined}>
        {bars.map((bar, index) => (
          <li key={index} title={labelOf(bar)} class={index === bars.length - 1 ? 'current' : ''}>
            <span class="stack" aria-hidden="true">
              {PARTS.map((part) => (
                <i key={part} class={part} style={{ height: `${(numberOf(part, bar.counts) / most) * 100}%` }} />
              ))}
            </span>
            <span class="length" aria-hidden="true">
              <i style={{ height: `${(bar.durationMs / longest) * 100}%` }} />
            </span>
            <span class="unseen">{labelOf(bar)}</span>
          </li>
        ))}
      </ol>
      <p class="quiet">
        Top: outcomes. Bottom: duration of each run, up to {duration(longest)}. The last bar is this run.
      </p>
    </section>
  );
}

function labelOf({ startedAt, durationMs, counts, commit, branch }: Bar): string {
  const where = [branch, commit].filter((part) => part !== undefined).join(' ');
  const outcomes = `${count(numberOf('failed', counts))} failed, ${count(numberOf('flaky', counts))} flaky`;
  const when = `${moment(startedAt)}${where === '' ? '' : `, ${where}`}`;
  return `${when}: ${counted(totalOf(counts), 'test')}, ${outcomes}, ${duration(durationMs)}`;
}
