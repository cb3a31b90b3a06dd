import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { lookOfLetter } from '../../model/outcome.js';
import type { ReportState } from '../../model/report-state.js';
import { counted, duration } from '../../text/format-time.js';
import { ResultLine } from '../result-line.js';
import { RunChart } from './run-chart.js';

const SHOWN = 10;

/** What to look at beyond this run's failures: what changed, what is flaky, and what takes long. */
export function Insights({ report }: { report: ReportState }) {
  const { run, table } = report;
  const { history } = run;
  const loaded = report.loaded.value;
  const slowest = useMemo(() => longestRows(report), [loaded]);
  const flaky = useMemo(() => firstRows(report, (row) => table.flaky[row] === 1), [loaded]);
  return (
    <div class="page wide">
      <header class="title">
        <h1>Insights</h1>
        {history === undefined && (
          <p class="quiet">
            With a history (option <code>reportHistory</code>) this page also compares runs.
          </p>
        )}
      </header>
      {history !== undefined && history.runs.length > 0 && <RunChart history={history} run={run} />}
      <div class="boards">
        {history !== undefined && (
          <>
            <Board
              title="New failures"
              total={history.newFailures.length}
              all={report.linkTo({ change: 'new' })}
              empty="Nothing that passed before fails now."
            >
              {history.newFailures.slice(0, SHOWN).map((row) => (
                <Entry key={row} report={report} row={row} href={report.linkTo({ change: 'new' }, row)} />
              ))}
            </Board>
            <Board
              title="Fixed"
              total={history.fixed.length}
              all={report.linkTo({ change: 'fixed' })}
              empty="Nothing that failed before passes now."
            >
              {history.fixed.slice(0, SHOWN).map((row) => (
                <Entry key={row} report={report} row={row} href={report.linkTo({ change: 'fixed' }, row)} />
              ))}
            </Board>
            <Board title="Most often changed" empty="No outcome changed twice.">
              {history.flakiest.slice(0, SHOWN).map(({ row, changes }) => (
                <Entry
                  key={row}
                  report={report}
                  row={row}
                  href={report.linkTo({}, row)}
                  says={counted(changes, 'change')}
                />
              ))}
            </Board>
            <Board title="Slowest on average" empty="No times are known.">
              {history.slowest.slice(0, SHOWN).map(({ row, meanMs }) => (
                <Entry key={row} report={report} row={row} href={report.linkTo({}, row)} says={duration(meanMs)} />
              ))}
            </Board>
          </>
        )}
        <Board
          title="Flaky in this run"
          total={run.counts.flaky}
          all={report.linkTo({ outcomes: ['flaky'] })}
          empty="No test needed another attempt."
        >
          {flaky.map((row) => (
            <Entry key={row} report={report} row={row} href={report.linkTo({ outcomes: ['flaky'] }, row)} />
          ))}
        </Board>
        <Board title="Slowest in this run" all={report.linkTo({}, undefined, 'slowest')} empty="No times are known.">
          {slowest.map((row) => (
            <Entry key={row} report={report} row={row} href={report.linkTo({}, row, 'slowest')} />
          ))}
        </Board>
      </div>
    </div>
  );
}

interface BoardProps {
  title: string;
  total?: number;
  /** Address of the whole list. */
  all?: string;
  empty: string;
  children: ComponentChildren[];
}

function Board({ title, total, all, empty, children }: BoardProps) {
  return (
    <section class="card board" aria-label={title}>
      <h2>
        {title} {total !== undefined && <span class="quiet">{total}</span>}
      </h2>
      {children.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <ol>
          {children.map((child, index) => (
            <li key={index}>{child}</li>
          ))}
        </ol>
      )}
      {all !== undefined && children.length > 0 && <a href={all}>Show all</a>}
    </section>
  );
}

function Entry({ report, row, href, says }: { report: ReportState; row: number; href: string; says?: string }) {
  useEffect(() => {
    void report.loadRow(row);
  }, [report, row]);
  const letters = report.loaded.value > 0 ? report.table.history(row) : '';
  return (
    <ResultLine report={report} row={row} href={href}>
      <span class="strip" aria-hidden="true">
        {[...letters].map((letter, index) => (
          <i key={index} class={lookOfLetter(letter)} />
        ))}
      </span>
      <span class="time">{says ?? duration(report.table.durations[row])}</span>
    </ResultLine>
  );
}

/** The slowest rows, found in one pass. */
function longestRows({ table }: ReportState): number[] {
  const { durations } = table;
  const best: number[] = [];
  for (let row = 0; row < table.size; row++) {
    const took = durations[row] ?? 0;
    if (took <= 0 || (best.length === SHOWN && took <= (durations[best[SHOWN - 1] ?? 0] ?? 0))) continue;
    const place = best.findIndex((other) => (durations[other] ?? 0) < took);
    best.splice(place < 0 ? best.length : place, 0, row);
    best.length = Math.min(best.length, SHOWN);
  }
  return best;
}

function firstRows({ table }: ReportState, matches: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.size && rows.length < SHOWN; row++) if (matches(row)) rows.push(row);
  return rows;
}
