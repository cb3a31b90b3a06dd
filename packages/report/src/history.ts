import { chunkName, writeData } from './data-file.js';
import { type HistoryData, ROWS_PER_CHUNK } from './format.js';
import { type HistoryRun, historyName, historyTest, RUNS_KEPT, testsOf } from './history-file.js';
import type { ResultTable, TableRow } from './result-table.js';
import { durationOf } from './row-chunks.js';

/** How many of the flakiest and the slowest tests to list. */
const NAMED = 50;
const ABSENT = '-';
/** From worst to best. If a run has several results of one test, the worst counts. */
const OUTCOMES = 'FBPS';

/** The history of a report's tests in earlier runs. */
export class History {
  readonly #runs: readonly HistoryRun[];
  /** Names in the history, by row. */
  readonly #names: string[] = [];
  /** One letter per run, by row. */
  readonly outcomes: string[] = [];
  /** Durations, by run, then by row. */
  readonly #durations: Int32Array[] = [];

  /** @param rows in report order */
  constructor(runs: readonly HistoryRun[], table: ResultTable, rows: readonly TableRow[]) {
    this.#runs = runs.slice(-RUNS_KEPT);
    const byName = new Map<string, number[]>();
    for (const [index, row] of rows.entries()) {
      const name = historyName(testOf(row, table));
      this.#names.push(name);
      this.outcomes.push('');
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [index]);
      else same.push(index);
    }
    for (const [number, run] of this.#runs.entries()) {
      const durations = new Int32Array(rows.length).fill(-1);
      for (const [name, outcome, duration] of testsOf(run)) {
        for (const index of byName.get(name) ?? []) {
          const letters = (this.outcomes[index] ?? '').padEnd(number, ABSENT);
          const other = letters[number];
          if (other !== undefined && OUTCOMES.indexOf(other) <= OUTCOMES.indexOf(outcome)) continue;
          this.outcomes[index] = letters.slice(0, number) + outcome;
          durations[index] = Math.min(duration, 0x7fffffff);
        }
      }
      this.#durations.push(durations);
    }
    for (const [index, letters] of this.outcomes.entries()) {
      this.outcomes[index] = letters.padEnd(this.#runs.length, ABSENT);
    }
  }

  /** The part for the first screen. */
  data(rows: readonly TableRow[]): HistoryData {
    const newFailures: number[] = [];
    const fixed: number[] = [];
    const flakiest: HistoryData['flakiest'] = [];
    const slowest: HistoryData['slowest'] = [];
    const failing = new Set(rows.flatMap(({ outcome }, row) => (outcome === 'F' ? this.#names[row] : [])));
    for (const [row, result] of rows.entries()) {
      const hasFailed = this.#lastVerdict(row) === 'F';
      if (result.outcome === 'F' && !hasFailed && this.#runs.length > 0) newFailures.push(row);
      if (result.outcome === 'P' && hasFailed && !failing.has(this.#names[row])) fixed.push(row);
      const changes = changesIn(`${this.outcomes[row]}${result.outcome}`);
      if (changes > 1) flakiest.push({ row, changes });
      const meanMs = this.#mean(row, durationOf(result));
      if (meanMs > 0) slowest.push({ row, meanMs });
    }
    return {
      runs: this.#runs.map(({ startedAt, durationMs, counts, commit, branch }) => ({
        ...{ startedAt, durationMs, counts },
        ...(commit !== undefined && { commit }),
        ...(branch !== undefined && { branch }),
      })),
      ...{ newFailures, fixed },
      flakiest: flakiest.sort((one, other) => other.changes - one.changes).slice(0, NAMED),
      slowest: slowest.sort((one, other) => other.meanMs - one.meanMs).slice(0, NAMED),
    };
  }

  /** The tests of this run, for the history's next line. */
  tests(rows: readonly TableRow[]): string {
    return rows.map((row, index) => historyTest(this.#names[index] ?? '', row.outcome, durationOf(row))).join('');
  }

  /** Writes `data/history-N.js`, next to the chunk of rows with the same number. */
  write(directory: string): void {
    for (let first = 0, number = 1; first < this.#names.length; first += ROWS_PER_CHUNK, number++) {
      const length = Math.min(ROWS_PER_CHUNK, this.#names.length - first);
      const durations = Array.from({ length }, (_, index) =>
        this.#durations.map((ofRun) => ofRun[first + index] ?? -1),
      );
      writeData(directory, chunkName('history', number), { first, durations });
    }
  }

  /** Whether the test passed or failed when it last did either. */
  #lastVerdict(row: number): string | undefined {
    return this.outcomes[row]?.replace(/[^PF]/g, '').at(-1);
  }

  #mean(row: number, duration: number): number {
    const known = [...this.#durations.map((ofRun) => ofRun[row] ?? -1), duration].filter((one) => one >= 0);
    return known.length === 0 ? -1 : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
  }
}

/** How often a test changed from passing to failing or back. Runs without either don't count. */
function changesIn(outcomes: string): number {
  const decided = outcomes.replace(/[^PF]/g, '');
  let changes = 0;
  for (let index = 1; index < decided.length; index++) if (decided[index] !== decided[index - 1]) changes++;
  return changes;
}

/** Identifies a test in every run: by its id, and its configuration if that distinguishes it from another. */
function testOf({ id, configuration, project }: TableRow, { projects }: ResultTable): string {
  return `${projects[project] ?? ''}\n${configuration}\n${id}`;
}
