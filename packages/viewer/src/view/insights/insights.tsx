import { useEffect, useMemo } from 'preact/hooks';
import type { ResultTable } from '../../data/result-table.js';
import type { Order } from '../../model/address.js';
import { listAddress } from '../../model/app-state.js';
import type { Filter } from '../../model/filter.js';
import { lookOf, lookOfLetter, numberOf } from '../../model/outcome.js';
import { amount, counted, duration } from '../../text/format-time.js';
import { ResultLine } from '../result-line.js';
import { useHistory } from '../use-history.js';
import { useReport } from '../use-report.js';
import { useShown } from '../use-shown.js';
import { RunChart } from './run-chart.js';

const SHOWN = 10;
/** How many earlier runs fit beside a test. */
const STRIP = 20;

/** Beyond this run's failures: tests that changed, flaky tests, and slow tests. */
export function Insights() {
  const { data } = useReport();
  const { run, table } = data;
  const { history } = run;
  const hasEarlierRuns = history !== undefined && history.runs.length > 0;
  const loaded = data.loaded.value;
  const slowest = useMemo(() => longestRows(table), [table, loaded]);
  const flaky = useMemo(
    () => firstRows(table, (row) => lookOf(table.outcomes[row], table.repeats[row]) === 'flaky'),
    [table, loaded],
  );
  return (
    <div class="page dense">
      <header class="title wrap">
        <h1>Insights</h1>
        {history === undefined && data.source.pageOfTest === undefined && (
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
              total={history.tests?.newFailures}
              filter={{ change: 'new' }}
              rows={history.newFailures}
              empty="No new failures."
            />
            <Board
              title="Fixed"
              total={history.tests?.fixed}
              filter={{ change: 'fixed' }}
              rows={history.fixed}
              empty="No failure was fixed."
            />
            <Board
              title="Fail most often"
              rows={history.failing}
              says={({ failures, runs }) => `${failures} of ${counted(runs, 'run')}`}
              empty="No test failed more than once."
            />
            <Board
              title="Got slower"
              rows={history.slower}
              says={({ row, meanMs }) => `${duration(meanMs)} → ${duration(table.numbers.durations[row])}`}
              empty="No test takes much longer than before."
            />
            <Board
              title="Changed most often"
              rows={history.flakiest}
              says={({ changes }) => counted(changes, 'change')}
              empty="No outcome changed more than once."
            />
            <Board
              title="Slowest on average"
              rows={history.slowest}
              says={({ meanMs }) => duration(meanMs)}
              empty="No durations recorded."
            />
          </>
        )}
        <Board
          title="Flaky in this run"
          total={numberOf('flaky', run.tests)}
          results={numberOf('flaky', run.counts)}
          filter={{ outcomes: ['flaky'] }}
          rows={flaky}
          empty="No test needed a retry."
        />
        <Board title="Slowest in this run" order="slowest" rows={slowest} empty="No durations recorded." />
      </div>
    </div>
  );
}

interface BoardProps<Item> {
  title: string;
  /** How many tests there are; by default, all of `rows` if they have a list. */
  total?: number | undefined;
  /** And their results; by default, all of `rows`. */
  results?: number;
  rows: readonly Item[];
  /** What to say of each; by default, how long it took. */
  says?: (item: Item) => string;
  /** The list in which its tests are, if there is one. */
  filter?: Partial<Filter>;
  order?: Order;
  empty: string;
}

function Board<Item extends number | { row: number }>(props: BoardProps<Item>) {
  const { title, rows, says, filter, order, empty, results = rows.length, total = filter && results } = props;
  const [shown] = useShown(SHOWN);
  return (
    <section class="card board" aria-label={title}>
      <h2>
        {title} {total !== undefined && <span class="quiet">{amount(total, results)}</span>}
      </h2>
      {rows.length === 0 && <p class="quiet">{empty}</p>}
      {rows.length > 0 && (
        <ol>
          {rows.slice(0, shown).map((item) => {
            const row = typeof item === 'number' ? item : item.row;
            return (
              <li key={row}>
                <Entry row={row} filter={filter} order={order} says={says?.(item)} />
              </li>
            );
          })}
        </ol>
      )}
      {rows.length > 0 && (filter ?? order) !== undefined && <a href={listAddress(filter, order)}>Show all</a>}
    </section>
  );
}

interface EntryProps {
  row: number;
  filter: Partial<Filter> | undefined;
  order: Order | undefined;
  says: string | undefined;
}

function Entry({ row, filter, order, says }: EntryProps) {
  const { data } = useReport();
  useEffect(() => {
    void data.loadRow(row);
  }, [data, row]);
  const { outcomes } = useHistory(row);
  data.loaded.value;
  return (
    <ResultLine row={row} href={listAddress(filter, order, data.testOf(row))}>
      <span class="strip" aria-hidden="true">
        {[...outcomes.slice(-STRIP)].map((letter, index) => (
          <i key={index} class={lookOfLetter(letter)} />
        ))}
      </span>
      <span class="time">{says ?? duration(data.table.numbers.durations[row])}</span>
    </ResultLine>
  );
}

/** The slowest rows, found in one pass. */
function longestRows(table: ResultTable): number[] {
  const { durations } = table.numbers;
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

function firstRows(table: ResultTable, matches: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.size && rows.length < SHOWN; row++) if (matches(row)) rows.push(row);
  return rows;
}
