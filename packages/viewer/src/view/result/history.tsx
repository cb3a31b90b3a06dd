import type { RowHistory } from '../../data/source.js';
import { type Look, lookOf, lookOfLetter, lookWord } from '../../model/outcome.js';
import { counted, day, duration, moment } from '../../text/format-time.js';
import { OutcomeIcon } from '../icons.js';
import { useHistory } from '../use-history.js';
import { useReport } from '../use-report.js';

interface Bar {
  run: RowHistory['runs'][number];
  look: Look;
  /** Milliseconds; -1 if unknown. */
  took: number;
}

/** With more bars, there is no room between them on a phone. */
const CROWDED = 60;
const LEGEND: Look[] = ['failed', 'blocked', 'flaky', 'passed', 'skipped', 'none'];

/** The test's outcomes and durations in earlier runs, oldest first, and in this one. */
export function History({ row }: { row: number }) {
  const { run, table } = useReport().data;
  const { runs, outcomes, durations } = useHistory(row);
  if (runs.length === 0) return null;
  const bars: Bar[] = runs.map((earlier, index) => ({
    ...{ run: earlier, look: lookOfLetter(outcomes[index] ?? '-'), took: durations[index] ?? -1 },
  }));
  const commit = run.sessions.find(({ ci }) => ci?.commit !== undefined)?.ci?.commit;
  bars.push({
    run: { startedAt: run.startedAt, commit },
    look: lookOf(table.outcomes[row], table.repeats[row]),
    took: table.numbers.durations[row] ?? -1,
  });
  const longest = Math.max(1, ...bars.map(({ took }) => took));
  const branch = run.history?.branch;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">
        Last {counted(bars.length, 'run')}
        {branch !== undefined && <span class="quiet user"> on {branch}</span>}
      </h2>
      <p class="quiet user">{sentenceOf(bars)}</p>
      <ol class="card" style={bars.length > CROWDED ? { gap: 0 } : undefined}>
        {bars.map((bar, index) => (
          <li key={index} title={labelOf(bar)} class={index === bars.length - 1 ? 'current' : ''}>
            <span
              class={`column ${bar.look}`}
              style={{ height: `${bar.look === 'none' ? 4 : Math.max(8, (bar.took / longest) * 100)}%` }}
            />
            <span class="unseen">{labelOf(bar)}</span>
          </li>
        ))}
      </ol>
      <p class="legend wrap quiet">
        {LEGEND.filter((look) => bars.some((bar) => bar.look === look)).map((look) => (
          <span key={look}>
            <OutcomeIcon look={look} isNamed={false} />{' '}
            {look === 'none' ? 'not in the run' : lookWord(look).toLowerCase()}
          </span>
        ))}
        <span>The height is the duration, up to {duration(longest)}. The last bar is this run.</span>
      </p>
    </section>
  );
}

/** "Failed in 3 of the last 20 runs, first on 12 Nov 2026, commit abc." */
function sentenceOf(bars: readonly Bar[]): string {
  const known = bars.filter(({ look }) => look !== 'none');
  const failed = known.filter(({ look }) => look === 'failed');
  const [first] = failed;
  if (first === undefined) return `Did not fail in ${counted(known.length, 'run')}.`;
  const commit = first.run.commit === undefined ? '' : `, commit ${first.run.commit.slice(0, 10)}`;
  return `Failed in ${failed.length} of ${counted(known.length, 'run')}, first on ${day(first.run.startedAt)}${commit}.`;
}

function labelOf({ run: { startedAt, commit }, look, took }: Bar): string {
  const word = look === 'none' ? 'Not in this run' : lookWord(look);
  return `${moment(startedAt)}: ${word}${took >= 0 ? `, ${duration(took)}` : ''}${commit === undefined ? '' : `, ${commit.slice(0, 10)}`}`;
}
