import { runTimeOf } from '@testpoint/report/browser';
import type { HistoryData, RunData } from '@testpoint/report/format';
import { lookWord, numberOf, totalOf } from '../../model/outcome.js';
import { count, counted, day, duration, moment } from '../../text/format-time.js';
import { Icon, OutcomeIcon } from '../icons.js';

type Bar = HistoryData['runs'][number];

/** With more bars, there is no room between them on a phone. */
const CROWDED = 60;
const PARTS = ['failed', 'known', 'blocked', 'flaky', 'passed', 'skipped'] as const;

/** This run and the runs before it: the outcomes of their tests, and how long they took. */
export function RunChart({ history, run }: { history: HistoryData; run: RunData }) {
  const bars: Bar[] = [
    ...history.runs,
    {
      ...{ startedAt: run.startedAt, durationMs: runTimeOf(run), counts: run.tests },
      isInterrupted: run.sessions.some(({ end }) => end !== 'complete'),
    },
  ];
  const most = Math.max(1, ...bars.map(({ counts }) => totalOf(counts)));
  const longest = Math.max(1, ...bars.map(({ durationMs }) => durationMs));
  return (
    <section class="card chart" aria-labelledby="runs">
      <h2 id="runs">
        Last {bars.length} runs{history.branch === undefined ? '' : ` on ${history.branch}`}
      </h2>
      <div class="plot">
        <span class="axis quiet" aria-hidden="true">
          <span>{count(most)}</span>
          <span>tests</span>
          <span>0</span>
          <span class="length">{duration(longest)}</span>
        </span>
        <ol style={bars.length > CROWDED ? { gap: 0 } : undefined}>
          {bars.map((bar, index) => (
            <li key={index} title={labelOf(bar)} class={index === bars.length - 1 ? 'current' : ''}>
              <span class={bar.isInterrupted ? 'stack interrupted' : 'stack'} aria-hidden="true">
                {PARTS.map((part) => (
                  <i key={part} class={part} style={{ height: `${(numberOf(part, bar.counts) / most) * 100}%` }} />
                ))}
                {bar.isInterrupted && <Icon name="alert" />}
              </span>
              <span class="length" aria-hidden="true">
                <i style={{ height: `${(Math.max(0, bar.durationMs) / longest) * 100}%` }} />
              </span>
              <span class="unseen">{labelOf(bar)}</span>
            </li>
          ))}
        </ol>
        <span class="dates quiet" aria-hidden="true">
          <span>{day(bars[0]?.startedAt ?? 0)}</span>
          <span>{day(run.startedAt)}</span>
        </span>
      </div>
      <p class="legend wrap quiet">
        {PARTS.filter((part) => bars.some(({ counts }) => numberOf(part, counts) > 0)).map((part) => (
          <span key={part}>
            <OutcomeIcon look={part} isNamed={false} /> {lookWord(part).toLowerCase()}
          </span>
        ))}
        {bars.some(({ isInterrupted }) => isInterrupted) && (
          <span>
            <Icon name="alert" /> interrupted
          </span>
        )}
        <span>Below: how long each run took. The last bar is this run.</span>
      </p>
    </section>
  );
}

function labelOf({ startedAt, durationMs, counts, commit, branch, isInterrupted }: Bar): string {
  const where = [branch, commit].filter((part) => part !== undefined).join(' ');
  const outcomes = `${count(numberOf('failed', counts))} failed, ${count(numberOf('flaky', counts))} flaky`;
  const when = `${moment(startedAt)}${where === '' ? '' : `, ${where}`}`;
  return `${when}: ${counted(totalOf(counts), 'test')}, ${outcomes}, ${duration(durationMs)}${isInterrupted ? ', interrupted' : ''}`;
}
