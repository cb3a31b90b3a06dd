import { ROWS_PER_CHUNK } from '@testpoint/report/format';
import { useEffect, useState } from 'preact/hooks';
import { lookOfLetter, lookWord } from '../../model/outcome.js';
import type { ReportState } from '../../model/report-state.js';
import { duration, moment } from '../../text/format-time.js';

/** The test's outcomes and durations in earlier runs, oldest first. */
export function History({ report, row }: { report: ReportState; row: number }) {
  const { history } = report.run;
  const [durations, setDurations] = useState<number[]>([]);
  useEffect(() => {
    if (history === undefined) return;
    report.source.history(Math.floor(row / ROWS_PER_CHUNK) + 1).then(
      ({ first, durations: all }) => setDurations(all[row - first] ?? []),
      () => setDurations([]),
    );
  }, [report, row]);
  if (history === undefined || history.runs.length === 0) return null;
  const letters = report.table.history(row);
  const longest = Math.max(1, ...durations);
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">{history.runs.length === 1 ? 'Last run' : `Last ${history.runs.length} runs`}</h2>
      <ol class="card">
        {history.runs.map((run, index) => {
          const look = lookOfLetter(letters[index] ?? '-');
          const took = durations[index] ?? -1;
          const word = look === 'none' ? 'Not in this run' : lookWord(look);
          const label = `${moment(run.startedAt)}: ${word}${took >= 0 ? `, ${duration(took)}` : ''}${run.branch === undefined ? '' : `, ${run.branch}`}`;
          return (
            <li key={index} title={label}>
              <span
                class={`column ${look}`}
                style={{ height: `${look === 'none' ? 4 : Math.max(8, (took / longest) * 100)}%` }}
              />
              <span class="unseen">{label}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
