import { runJournals } from './journals/run-journals.js';
import { FAULT_KINDS } from './matrix/fault-kinds.js';
import { frameworkColumns } from './matrix/framework-columns.js';
import { runMatrix } from './matrix/run-matrix.js';
import { SCRIPTED, SCRIPTED_COLUMN } from './matrix/scripted-column.js';
import { FRAMEWORK_NAMES } from './programs.js';
import { Random } from './random.js';
import type { Column, PartOptions, PartReport } from './scenario/run-scenarios.js';
import { runSeeds } from './scenario/run-seeds.js';
import { runStubs, STUB_KINDS } from './stubs/run-stubs.js';
import { STUB_COLUMNS } from './stubs/stub-run.js';
import { DISTURBANCES, HOSTS } from './trials/disturbed-suites.js';
import { runFlushesBeside } from './trials/flushes-beside.js';
import { runKills } from './trials/kills.js';
import { runMillion } from './trials/million.js';
import { runShards } from './trials/shards.js';
import { ANSWERS, runUnchanged } from './trials/unchanged.js';

export interface Part {
  /** The columns that it has, and its kinds of faults, stubs or disturbances. Without them, it ignores these options. */
  columns?: readonly string[];
  kinds?: readonly string[];
  run(options: PartOptions): Promise<PartReport>;
}

export const COLUMNS = [SCRIPTED, ...FRAMEWORK_NAMES];

/** The parts of the laboratory, in the order of execution. */
export const PARTS = {
  matrix: { run: matrix, columns: COLUMNS, kinds: namesOf(FAULT_KINDS) },
  kills: { run: kills, columns: COLUMNS },
  shards: { run: ({ folder }) => runShards(200, folder) },
  beside: { run: ({ folder }) => runFlushesBeside(2_000, folder) },
  unchanged: { run: unchanged, columns: FRAMEWORK_NAMES, kinds: namesOf(DISTURBANCES) },
  journals: { run: runJournals },
  stubs: { run: stubs, columns: namesOf(STUB_COLUMNS), kinds: STUB_KINDS },
  random: { run: random, columns: COLUMNS },
  million: { run: runMillion },
} satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

async function matrix({ columns: names, kind, atOnce, folder }: PartOptions): Promise<PartReport> {
  const columns = await columnsOf(names, folder);
  const kinds = FAULT_KINDS.filter(({ name }) => name.includes(kind));
  return runMatrix({ kinds, columns, atOnce, folder });
}

/** Half of the time goes to scripted suites, the rest to the frameworks. */
function random({ columns: names, seed, seeds, minutes, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  return inEach(names, folder, say, async (column, count) => {
    const isScripted = column.name === SCRIPTED;
    const share = names !== undefined ? 1 / count : isScripted ? 1 / 2 : 1 / 2 / (count - 1);
    let done = 0;
    return runSeeds({
      ...{ first: seed, count: seeds ?? Number.MAX_SAFE_INTEGER, atOnce, folder },
      ...(!isScripted && { column }),
      ...(seeds === undefined && { duration: minutes * 60_000 * share }),
      onVerdict: () => ++done % SEEDS_PER_LINE === 0 && say(`${column.name}: ${done} seeds so far`),
    });
  });
}

/** Print a line after this many seeds. */
const SEEDS_PER_LINE = 100;

/** The scripted column and those of the frameworks, or only the named ones. */
async function columnsOf(names: readonly string[] | undefined, folder: string): Promise<Column[]> {
  const frameworks = await frameworkColumns(names ?? FRAMEWORK_NAMES, folder);
  return names?.includes(SCRIPTED) === false ? frameworks : [SCRIPTED_COLUMN, ...frameworks];
}

/** Runs something in each column, one after the other. */
async function inEach(
  names: readonly string[] | undefined,
  folder: string,
  say: PartOptions['say'],
  run: (column: Column, columns: number) => Promise<PartReport>,
): Promise<PartReport> {
  const whole: PartReport = { summary: '', ran: 0, failures: [] };
  const columns = await columnsOf(names, folder);
  for (const column of columns) {
    const { summary, ran, failures } = await run(column, columns.length);
    say(summary);
    whole.ran += ran;
    whole.failures.push(...failures);
  }
  return { ...whole, summary: `${whole.ran} in all` };
}

function kills({ columns: names, seed, atOnce, folder, say }: PartOptions): Promise<PartReport> {
  return inEach(names, folder, say, (column) => {
    return runKills({ column, seed, count: column.name === SCRIPTED ? KILLS : KILLS / 4, atOnce, folder });
  });
}

/** How many scripted suites to kill; a quarter of that for each real framework. */
const KILLS = 100;

function stubs({ columns: names, kind, seed, seeds, folder, say }: PartOptions): Promise<PartReport> {
  const columns = STUB_COLUMNS.filter(({ name }) => names?.includes(name) !== false);
  const matching = STUB_KINDS.filter((name) => name.includes(kind));
  const kinds = seeds === undefined ? matching : new Random(seed).shuffled(matching).slice(0, seeds);
  let done = 0;
  return runStubs({
    ...{ kinds, columns, atOnce: SUITES_AT_ONCE, folder },
    onVerdict(name, column, { problems }) {
      done++;
      if (problems.length > 0) say(`${column}, ${name}: ${problems[0]}`);
      else if (done % STUBS_PER_LINE === 0) say(`${done} suites`);
    },
  });
}

/** Print a line after this many suites. */
const STUBS_PER_LINE = 20;
/** How many suites of real frameworks to run at once. Each needs one or two processes. */
const SUITES_AT_ONCE = 2;

function unchanged({ columns: names, kind, atOnce, folder }: PartOptions): Promise<PartReport> {
  return runUnchanged({
    hosts: HOSTS.filter(({ framework }) => names?.includes(framework) !== false),
    disturbances: DISTURBANCES.filter(({ name }) => name.includes(kind)),
    ...{ answers: ANSWERS, folder, atOnce: Math.min(atOnce, SUITES_AT_ONCE) },
  });
}

function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name);
}
