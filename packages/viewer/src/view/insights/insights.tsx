import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Order } from '../../model/address.js';
import type { Filter } from '../../model/filter.js';
import { lookOfLetter, numberOf } from '../../model/outcome.js';
import type { ReportState } from '../../model/report-state.js';
import { counted, duration } from '../../text/format-time.js';
import { ResultLine } from '../result-line.js';
import { useHistory } from '../use-history.js';
import { RunChart } from './run-chart.js';

const SHOWN = 10;
/** How many earlier runs fit beside a test. */
const STRIP = 20;

/** Beyond this run's failures: tests that changed, flaky tests, and slow tests. */
export function Insights({ report }: { report: ReportState }) {
  const { run, table } = report;
  const { history } = run;
  const hasEarlierRuns = history !== undefined && history.runs.length > 0;
  const loaded = report.loaded.value;
  const slowest = useMemo(() => longestRows(report), [report, loaded]);
  const flaky = useMemo(() => firstRows(report, (row) => (table.repeats[row] ?? 0) > 0), [report, loaded]);
  return (
    <div class="page wide">
      <header class="title">
        <h1>Insights</h1>
        {history === undefined && (
          <p class="quiet">
            To compare runs on this page, set the <code>reportHistory</code> option.
          </p>
        )}
        {history !== undefined && !hasEarlierRuns && (
          <p class="quiet">This is the first run in the history, so there is nothing to compare it with.</p>
        )}
      </header>
      {hasEarlierRuns && <RunChart history={history} run={run} />}
      <div class="boards">
        {hasEarlierRuns && (
          <>
            <Board
              title="New failures"
              total={history.newFailures.length}
              all={report.linkTo({ change: 'new' })}
              empty="No new failures."
            >
              {history.newFailures.slice(0, SHOWN).map((row) => (
                <Entry key={row} report={report} row={row} filter={{ change: 'new' }} />
              ))}
            </Board>
            <Board
              title="Fixed"
              total={history.fixed.length}
              all={report.linkTo({ change: 'fixed' })}
              empty="No failure was fixed."
            >
              {history.fixed.slice(0, SHOWN).map((row) => (
                <Entry key={row} report={report} row={row} filter={{ change: 'fixed' }} />
              ))}
            </Board>
            <Board title="Changed most often" empty="No outcome changed more than once.">
              {history.flakiest.slice(0, SHOWN).map(({ row, changes }) => (
                <Entry key={row} report={report} row={row} filter={{}} says={counted(changes, 'change')} />
              ))}
            </Board>
            <Board title="Slowest on average" empty="No durations recorded.">
              {history.slowest.slice(0, SHOWN).map(({ row, meanMs }) => (
                <Entry key={row} report={report} row={row} filter={{}} says={duration(meanMs)} />
              ))}
            </Board>
          </>
        )}
        <Board
          title="Flaky in this run"
          total={numberOf('flaky', run.counts)}
          all={report.linkTo({ outcomes: ['flaky'] })}
          empty="No test needed a retry."
        >
          {flaky.map((row) => (
            <Entry key={row} report={report} row={row} filter={{ outcomes: ['flaky'] }} />
          ))}
        </Board>
        <Board title="Slowest in this run" all={report.linkTo({}, 'slowest')} empty="No durations recorded.">
          {slowest.map((row) => (
            <Entry key={row} report={report} row={row} filter={{}} order="slowest" />
          ))}
        </Board>
      </div>
    </div>
  );
}

interface BoardProps {
  title: string;
  total?: number;
  /** Link to the whole list. */
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

interface EntryProps {
  report: ReportState;
  row: number;
  filter: Partial<Filter>;
  order?: Order;
  says?: string;
}

function Entry({ report, row, filter, order = 'tree', says }: EntryProps) {
  useEffect(() => {
    void report.loadRow(row);
  }, [report, row]);
  const { outcomes } = useHistory(report, row);
  report.loaded.value;
  return (
    <ResultLine report={report} row={row} href={report.linkToRow(row, filter, order)}>
      <span class="strip" aria-hidden="true">
        {[...outcomes.slice(-STRIP)].map((letter, index) => (
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
