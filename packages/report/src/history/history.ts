import { isSlower } from '../aggregates/difference.js';
import { type FailureGroup, type HistoryData, KEY_LENGTH, ROWS_PER_CHUNK } from '../format.js';
import { groupedBy } from '../grouped-by.js';
import type { Rows } from '../run/rows.js';
import { isUnderASecond } from '../verdict/duration.js';
import { chunkName, writeData } from '../write/data-file.js';
import { type HistoryRun, historyTest, testsOf } from './history-file.js';

/** How many of the flakiest and the slowest tests to list. */
const NAMED = 50;
const ABSENT = '-';
/** From worst to best; 0 is absent. If a run has several results of one test, the worst counts. */
const OUTCOMES = '\0FBPS';
const FAILED = 1;
const PASSED = 3;
/** Names of default branches. The history decides which one it is. */
const DEFAULT_BRANCHES = ['main', 'master'];

/** What one earlier run says about the rows of this one. */
interface EarlierRun {
  run: HistoryRun;
  /** Index into `OUTCOMES`, by row. */
  outcomes: Uint8Array;
  /** Milliseconds, by row; -1 if unknown. */
  durations: Float32Array;
}

/** The history of a run's tests on its branch and on the default branch, by their keys and environments. */
export class History {
  readonly #rows: Rows;
  readonly #all: readonly HistoryRun[];
  readonly #ofBranch: EarlierRun[];
  readonly #ofDefault: EarlierRun[];
  readonly #branch: string | undefined;

  /**
   * @param runs oldest first
   * @param branch of this run
   * @param defaultBranch default: the usual name that the history has
   */
  constructor(runs: readonly HistoryRun[], rows: Rows, branch: string | undefined, defaultBranch: string | undefined) {
    this.#rows = rows;
    this.#all = runs;
    const byKey = groupedBy(rows.keys.keys(), (row) => rows.keys[row] ?? '');
    const main = defaultBranch ?? DEFAULT_BRANCHES.find((name) => runs.some((run) => run.branch === name));
    const on = (name: string | undefined) =>
      runs.filter((run) => run.branch === name).map((run) => read(run, rows, byKey));
    this.#ofBranch = on(branch);
    this.#ofDefault = main === undefined || main === branch ? [] : on(main);
    this.#branch = this.#ofBranch.length > 0 ? branch : (main ?? branch);
  }

  /** Rows of new failures (`HistoryData.newFailures`); undefined if there is no earlier run to compare with. */
  get newFailures(): number[] | undefined {
    if (this.#ofBranch.length + this.#ofDefault.length === 0) return undefined;
    const rows = this.#rows;
    return rows.failures().filter((row) => this.#lastVerdict(row) !== FAILED);
  }

  /** The part for the first screen. */
  data(): HistoryData {
    const rows = this.#rows;
    const shown = this.#shown;
    const fixed: number[] = [];
    const flakiest: HistoryData['flakiest'] = [];
    const slowest: HistoryData['slowest'] = [];
    const failing: HistoryData['failing'] = [];
    const slower: HistoryData['slower'] = [];
    const newFailures = this.newFailures ?? [];
    const isNew = new Set(newFailures);
    const nameOf = (row: number) => `${rows.keys[row]} ${rows.lastingEnvironment(row)}`;
    const failingNow = new Set(rows.where((row) => rows.outcome(row) === 'F').map(nameOf));
    for (let row = 0; row < rows.size; row++) {
      const outcome = rows.outcome(row);
      if (outcome === 'P' && this.#lastVerdict(row) === FAILED && !failingNow.has(nameOf(row))) fixed.push(row);
      const { changes, failures, verdicts, before, meanMs } = pastOf(
        shown,
        row,
        OUTCOMES.indexOf(outcome),
        rows.duration(row),
      );
      if (changes > 1) flakiest.push({ row, changes });
      if (failures > 1) failing.push({ row, failures, runs: verdicts });
      if (isSlower(rows.duration(row), before)) slower.push({ row, meanMs: before });
      if (meanMs > 0) slowest.push({ row, meanMs });
    }
    return {
      branch: this.#branch,
      runs: shown.map(({ run: { startedAt, durationMs, counts, commit, branch, isInterrupted } }) => ({
        ...{ startedAt, durationMs, counts, commit, branch, isInterrupted },
      })),
      ...{ newFailures, fixed },
      tests: {
        newFailures: rows.testsIn(newFailures),
        fixed: rows.testsIn(fixed),
        stillFailing: rows.testsIn(rows.failures().filter((row) => !isNew.has(row))),
      },
      flakiest: flakiest.sort((one, other) => other.changes - one.changes).slice(0, NAMED),
      failing: failing.sort((one, other) => other.failures - one.failures).slice(0, NAMED),
      slower: slower
        .sort((one, other) => rows.duration(other.row) - other.meanMs - (rows.duration(one.row) - one.meanMs))
        .slice(0, NAMED),
      slowest: slowest.sort((one, other) => other.meanMs - one.meanMs).slice(0, NAMED),
    };
  }

  /** The first run, on any branch, with this group of failures. */
  since(group: string): FailureGroup['since'] {
    const first = this.#all.find(({ groups }) => hasKey(groups, group));
    return first && { startedAt: first.startedAt, commit: first.commit };
  }

  /** The tests of this run, for the history's next line. */
  tests(): HistoryRun['tests'] {
    const rows = this.#rows;
    const byEnvironment = groupedBy(rows.keys.keys(), (row) => rows.lastingEnvironment(row));
    const testOf = (row: number) => historyTest(rows.keys[row] ?? '', rows.outcome(row), rows.duration(row));
    return [...byEnvironment].map(([environment, own]) => ({ environment, tests: own.map(testOf).join('') }));
  }

  /** Writes `data/history-N.js`, next to the chunk of rows with the same number. */
  write(directory: string): void {
    const shown = this.#shown;
    for (let first = 0, number = 1; first < this.#rows.size; first += ROWS_PER_CHUNK, number++) {
      const length = Math.min(ROWS_PER_CHUNK, this.#rows.size - first);
      const each = <T>(value: (row: number) => T) => Array.from({ length }, (_, index) => value(first + index));
      writeData(directory, chunkName('history', number), {
        first,
        outcomes: each((row) => shown.map(({ outcomes }) => letterOf(outcomes[row])).join('')),
        durations: each((row) => shown.map(({ durations }) => durations[row] ?? -1)),
      });
    }
  }

  #lastVerdict(row: number): number | undefined {
    return lastVerdict(this.#ofBranch, row) ?? lastVerdict(this.#ofDefault, row);
  }

  get #shown(): readonly EarlierRun[] {
    return this.#ofBranch.length > 0 ? this.#ofBranch : this.#ofDefault;
  }
}

/** A run that knows no environment of this name says the test's worst result in any. */
function read(run: HistoryRun, rows: Rows, byKey: ReadonlyMap<string, readonly number[]>): EarlierRun {
  const outcomes = new Uint8Array(rows.size);
  const durations = new Float32Array(rows.size).fill(-1);
  const known = new Set(run.tests.map(({ environment }) => environment));
  for (const { environment, key, outcome, duration } of testsOf(run)) {
    for (const row of byKey.get(key) ?? []) {
      const own = rows.lastingEnvironment(row);
      if (own !== environment && known.has(own)) continue;
      const [other = 0, severity] = [outcomes[row], OUTCOMES.indexOf(outcome)];
      if (other > 0 && other <= severity) continue;
      outcomes[row] = severity;
      durations[row] = duration;
    }
  }
  return { run, outcomes, durations };
}

/** Whether the test passed or failed when it last did either. */
function lastVerdict(runs: readonly EarlierRun[], row: number): number | undefined {
  return runs.findLast(({ outcomes }) => isVerdict(outcomes[row]))?.outcomes[row];
}

/** What is known of a row's test over some runs and this one. */
interface Past {
  /** How often it changed from passing to failing or back. Runs without either don't count. */
  changes: number;
  failures: number;
  /** In so many runs it passed or failed. */
  verdicts: number;
  /** Mean milliseconds, without this run and with it; -1 if unknown. */
  before: number;
  meanMs: number;
}

/** One pass, because a history of 200 runs of 100,000 tests has many results. @param now outcome and milliseconds in this run */
function pastOf(runs: readonly EarlierRun[], row: number, now: number, duration: number): Past {
  let [changes, failures, verdicts, last, sum, known, before] = [0, 0, 0, 0, 0, 0, -1];
  for (let index = 0; index <= runs.length; index++) {
    const run = runs[index];
    const outcome = run === undefined ? now : (run.outcomes[row] ?? 0);
    const took = run === undefined ? duration : (run.durations[row] ?? -1);
    if (run === undefined) before = meanOf(sum, known);
    if (took >= 0) {
      sum += took;
      known++;
    }
    if (!isVerdict(outcome)) continue;
    verdicts++;
    if (outcome === FAILED) failures++;
    if (last !== 0 && outcome !== last) changes++;
    last = outcome;
  }
  return { changes, failures, verdicts, before, meanMs: meanOf(sum, known) };
}

/** Milliseconds; -1 if none is known. */
function meanOf(sum: number, known: number): number {
  if (known === 0) return -1;
  const mean = sum / known;
  return isUnderASecond(mean) ? mean : Math.round(mean);
}

function isVerdict(outcome: number | undefined): boolean {
  return outcome === FAILED || outcome === PASSED;
}

function letterOf(outcome: number | undefined): string {
  return outcome === undefined || outcome === 0 ? ABSENT : (OUTCOMES[outcome] ?? ABSENT);
}

function hasKey(keys: string, key: string): boolean {
  for (let at = keys.indexOf(key); at >= 0; at = keys.indexOf(key, at + 1)) if (at % KEY_LENGTH === 0) return true;
  return false;
}
