import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runJournals } from './journals/run-journals.js';
import type { Column } from './matrix/column.js';
import { FAULT_KINDS } from './matrix/fault-kinds.js';
import { FRAMEWORK_NAMES, frameworkColumns } from './matrix/framework-columns.js';
import { runMatrix } from './matrix/run-matrix.js';
import { SCRIPTED_COLUMN } from './matrix/scripted-column.js';
import { Random } from './random.js';
import { runSeeds, SCRIPTED } from './scenario/run-seeds.js';
import { runStubs, STUB_KINDS } from './stubs/run-stubs.js';
import { STUB_COLUMNS } from './stubs/stub-column.js';
import { DISTURBANCES, HOSTS } from './trials/disturbed-suites.js';
import { runFlushesBeside } from './trials/flushes-beside.js';
import { runKills } from './trials/kills.js';
import { measureLateEnds } from './trials/late-ends.js';
import { runMillion } from './trials/million.js';
import { runShards } from './trials/shards.js';
import { ANSWERS, runUnchanged } from './trials/unchanged.js';

export interface PartOptions {
  seed: number;
  minutes: number;
  /** Number of random scenarios, instead of `minutes`; number of stubs, instead of all; number of journals. */
  seeds: number | undefined;
  /** Only for the part "million". */
  results: number;
  /** Names of columns; undefined for all. */
  columns: readonly string[] | undefined;
  /** Run only kinds of faults, stubs and disturbances whose names contain this text. */
  kind: string;
  /** How many scenarios to run at once. */
  atOnce: number;
  /** A folder for the leftovers of failed scenarios. */
  folder: string;
  say(line: string): void;
}

interface PartReport {
  /** Number of cells, suites, scenarios, measurements, journals or results, depending on the part. */
  ran: number;
  /** Descriptions of failures. */
  failures: string[];
}

export type Part = keyof typeof PARTS;

/** The parts of the laboratory, in the order of execution. */
export const PARTS = { matrix, kills, shards, beside, ends, unchanged, journals, stubs, random, million };

async function matrix({ columns: names, kind, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  const columns = await columnsOf(names, folder);
  const kinds = FAULT_KINDS.filter(({ name }) => name.includes(kind));
  const { lines, failures, totals } = await runMatrix({ kinds, columns, atOnce, folder });
  for (const line of lines) say(line);
  say(JSON.stringify(totals));
  return { ran: totals.cells, failures };
}

/** Half of the time goes to scripted suites, the rest to the frameworks. */
async function random(options: PartOptions): Promise<PartReport> {
  const { columns: names, seed, seeds, minutes, atOnce, folder, say } = options;
  const columns: (Column | undefined)[] = await frameworkColumns(names ?? FRAMEWORK_NAMES, folder);
  const share = (minutes * 60_000) / (names === undefined ? 2 * columns.length : Math.max(1, names.length));
  if (names?.includes(SCRIPTED) !== false) columns.unshift(undefined);
  const failures: string[] = [];
  let ran = 0;
  for (const column of columns) {
    const duration = column === undefined && names === undefined ? (minutes * 60_000) / 2 : share;
    const count = seeds ?? Number.MAX_SAFE_INTEGER;
    let done = 0;
    let failed = 0;
    const report = await runSeeds({
      ...{ first: seed, count, column, atOnce, folder },
      onVerdict: (_seed, { problems }) => {
        done++;
        if (problems.length > 0) failed++;
        if (done % SEEDS_PER_LINE === 0) say(`${column?.name ?? SCRIPTED}: ${done} seeds, ${failed} failed so far`);
      },
      ...(seeds === undefined && { duration }),
    });
    for (const line of report.lines) say(line);
    failures.push(...report.failures);
    ran += done;
  }
  return { ran, failures };
}

/** Print a line after this many seeds. */
const SEEDS_PER_LINE = 100;

/** The scripted column and those of the frameworks, or only the named ones. */
async function columnsOf(names: readonly string[] | undefined, folder: string): Promise<Column[]> {
  const frameworks = await frameworkColumns(names ?? FRAMEWORK_NAMES, folder);
  return names?.includes(SCRIPTED) === false ? frameworks : [SCRIPTED_COLUMN, ...frameworks];
}

async function kills({ columns: names, seed, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  const failures: string[] = [];
  let ran = 0;
  for (const column of await columnsOf(names, folder)) {
    const count = column.name === SCRIPTED ? KILLS : KILLS / 4;
    const report = await runKills({ column, seed, count, atOnce, folder });
    say(report.line);
    failures.push(...report.failures);
    ran += count;
  }
  return { ran, failures };
}

/** How many scripted suites to kill; a quarter of that for each real framework. */
const KILLS = 100;

async function shards({ folder, say }: PartOptions): Promise<PartReport> {
  const own = join(folder, 'shards');
  mkdirSync(own);
  const { line, verdict, completed, status } = await runShards(200, own);
  say(line);
  const wrong = completed === 1 && status === 'Completed' ? [] : [`completed ${completed} times, the run is ${status}`];
  return { ran: verdict.expected, failures: [...verdict.problems, ...wrong] };
}

async function beside({ folder, say }: PartOptions): Promise<PartReport> {
  const { line, verdict } = await runFlushesBeside(2_000, join(folder, 'beside'));
  say(line);
  return { ran: verdict.expected, failures: verdict.problems };
}

async function ends({ folder, say }: PartOptions): Promise<PartReport> {
  const failures: string[] = [];
  const ends = await measureLateEnds(LONG_SUITE, join(folder, 'ends'));
  for (const { what, later, code } of ends) {
    say(`${what}: ${(later / 1_000).toFixed(1)} s later than without us, exit code ${code}`);
    if (code !== 3) failures.push(`${what}: exit code ${code}`);
    if (later > LATEST) failures.push(`${what}: ${later} ms later than without us`);
  }
  return { ran: ends.length, failures };
}

async function stubs({ columns: names, kind, seed, seeds, folder, say }: PartOptions): Promise<PartReport> {
  const columns = STUB_COLUMNS.filter(({ name }) => names?.includes(name) !== false);
  const matching = STUB_KINDS.filter((name) => name.includes(kind));
  const kinds = seeds === undefined ? matching : drawn(matching, seeds, new Random(seed));
  let done = 0;
  const { lines, failures } = await runStubs({
    ...{ kinds, columns, atOnce: SUITES_AT_ONCE, folder },
    onVerdict(name, column, { problems }) {
      done++;
      if (problems.length > 0) say(`${column}, ${name}: ${problems[0]}`);
      else if (done % STUBS_PER_LINE === 0) say(`${done} suites`);
    },
  });
  for (const line of lines) say(line);
  return { ran: done, failures };
}

/** Chooses this many of them, each at most once. */
function drawn(names: readonly string[], count: number, random: Random): string[] {
  const rest = [...names];
  const chosen: string[] = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(random.between(0, rest.length - 1), 1));
  }
  return chosen;
}

/** Print a line after this many suites. */
const STUBS_PER_LINE = 20;
/** How many suites of real frameworks to run at once. Each needs one or two processes. */
const SUITES_AT_ONCE = 2;

/** Number of tests in a suite whose end is measured. */
const LONG_SUITE = 2_000;
/** How much later a suite may end because of us, milliseconds. */
const LATEST = 6_000;

async function unchanged({ columns: names, kind, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  const own = join(folder, 'unchanged');
  mkdirSync(own);
  const { line, ran, failures } = await runUnchanged({
    hosts: HOSTS.filter(({ name }) => names?.includes(name.split(' ', 1)[0] ?? '') !== false),
    disturbances: DISTURBANCES.filter(({ name }) => name.includes(kind)),
    ...{ answers: ANSWERS, folder: own, atOnce: Math.min(atOnce, 2) },
  });
  say(line);
  return { ran, failures };
}

async function journals({ seed, seeds = JOURNALS, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  const own = join(folder, 'journals');
  const { line, done, failures } = await runJournals({
    first: seed,
    count: seeds,
    atOnce: Math.min(2, atOnce),
    folder: own,
    say,
  });
  say(line);
  const repeat = 'repeat with: npm run test:chaos -- --only journals --seeds 1 --seed N';
  return { ran: done, failures: failures.map((failure) => `${failure}\n  ${repeat}`) };
}

/** How many damaged journals to flush. */
const JOURNALS = 10_000;

async function million({ results, seed, folder, say }: PartOptions): Promise<PartReport> {
  const own = join(folder, 'million');
  mkdirSync(own);
  const { lost, peakMemory } = await runMillion({ results, seed, folder: own, say });
  const failures = lost === 0 ? [] : [`${lost} results lost`];
  if (peakMemory > MEMORY_LIMIT) failures.push(`a flush used ${peakMemory} bytes of memory`);
  return { ran: results, failures };
}

/** Maximum memory, bytes, on any machine and for any journal. */
const MEMORY_LIMIT = 150 * 1024 * 1024;
