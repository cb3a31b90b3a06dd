import { chunkName, writeData } from './data-file.js';
import { type HistoryData, ROWS_PER_CHUNK } from './format.js';
import { type HistoryRun, historyTest, RUNS_KEPT, testsOf } from './history-file.js';
import type { Rows } from './rows.js';

/** How many of the flakiest and the slowest tests to list. */
const NAMED = 50;
const ABSENT = '-';
/** From worst to best. If a run has several results of one test, the worst counts. */
const OUTCOMES = 'FBPS';

/** The history of a run's tests in earlier runs, by their keys and environments. */
export class History {
  readonly #runs: readonly HistoryRun[];
  readonly #rows: Rows;
  /** One letter per run, by row. */
  readonly outcomes: string[];
  /** Durations, by run, then by row. */
  readonly #durations: Int32Array[] = [];

  constructor(runs: readonly HistoryRun[], rows: Rows) {
    this.#runs = runs.slice(-RUNS_KEPT);
    this.#rows = rows;
    this.outcomes = Array(rows.size).fill('');
    const byKey = new Map<string, number[]>();
    for (let row = 0; row < rows.size; row++) {
      const key = rows.keys[row] ?? '';
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [row]);
      else same.push(row);
    }
    for (const [number, run] of this.#runs.entries()) this.#read(run, number, byKey);
    for (const [row, letters] of this.outcomes.entries())
      this.outcomes[row] = letters.padEnd(this.#runs.length, ABSENT);
  }

  /** A run that knows no environment of this name shows the test's worst result in any. */
  #read(run: HistoryRun, number: number, byKey: ReadonlyMap<string, number[]>): void {
    const rows = this.#rows;
    const durations = new Int32Array(rows.size).fill(-1);
    const known = new Set(run.tests.map(({ environment }) => environment));
    for (const { environment, key, outcome, duration } of testsOf(run)) {
      for (const row of byKey.get(key) ?? []) {
        const own = rows.lastingEnvironment(row);
        if (own !== environment && known.has(own)) continue;
        const letters = (this.outcomes[row] ?? '').padEnd(number, ABSENT);
        const other = letters[number];
        if (other !== undefined && OUTCOMES.indexOf(other) <= OUTCOMES.indexOf(outcome)) continue;
        this.outcomes[row] = letters.slice(0, number) + outcome;
        durations[row] = Math.min(duration, 0x7fffffff);
      }
    }
    this.#durations.push(durations);
  }

  /** The part for the first screen. */
  data(): HistoryData {
    const rows = this.#rows;
    const newFailures: number[] = [];
    const fixed: number[] = [];
    const flakiest: HistoryData['flakiest'] = [];
    const slowest: HistoryData['slowest'] = [];
    const nameOf = (row: number) => `${rows.keys[row]} ${rows.lastingEnvironment(row)}`;
    const failing = new Set<string>();
    for (let row = 0; row < rows.size; row++) if (rows.outcome(row) === 'F') failing.add(nameOf(row));
    for (let row = 0; row < rows.size; row++) {
      const outcome = rows.outcome(row);
      const hasFailed = this.#lastVerdict(row) === 'F';
      if (outcome === 'F' && !hasFailed && this.#runs.length > 0) newFailures.push(row);
      if (outcome === 'P' && hasFailed && !failing.has(nameOf(row))) fixed.push(row);
      const changes = changesIn(`${this.outcomes[row]}${outcome}`);
      if (changes > 1) flakiest.push({ row, changes });
      const meanMs = this.#mean(row, rows.duration(row));
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
  tests(): HistoryRun['tests'] {
    const rows = this.#rows;
    const byEnvironment = new Map<string, string[]>();
    for (let row = 0; row < rows.size; row++) {
      const environment = rows.lastingEnvironment(row);
      let tests = byEnvironment.get(environment);
      if (tests === undefined) {
        tests = [];
        byEnvironment.set(environment, tests);
      }
      tests.push(historyTest(rows.keys[row] ?? '', rows.outcome(row), rows.duration(row)));
    }
    return [...byEnvironment].map(([environment, tests]) => ({ environment, tests: tests.join('') }));
  }

  /** Writes `data/history-N.js`, next to the chunk of rows with the same number. */
  write(directory: string): void {
    for (let first = 0, number = 1; first < this.#rows.size; first += ROWS_PER_CHUNK, number++) {
      const length = Math.min(ROWS_PER_CHUNK, this.#rows.size - first);
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
