import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { runScenario } from './run-scenario.js';
import type { Scenario, Suite } from './scenario.js';
import type { Verdict } from './verdict.js';

/** A column of the laboratory: a suite of one framework, or a scripted one. */
export interface Column {
  name: string;
  suite: Suite;
}

export interface NamedScenario {
  /** Says what failed, and gives the scenario's folder its name. */
  name: string;
  scenario: Scenario;
  /** How to run it again. */
  repeat?: string;
}

/** Options of every part that runs scenarios. */
export interface RunOptions {
  /** Starts the service behind the proxy. @default one server for each service */
  backend?: StartBackend;
  /** How many scenarios to run at once. */
  atOnce: number;
  /** Leftovers of failed scenarios stay in this folder. */
  folder: string;
  /** Called when a scenario ends. */
  onVerdict?(name: string, verdict: Verdict): void;
}

export interface ScenariosReport {
  failures: string[];
  /** By the scenario's name. */
  verdicts: ReadonlyMap<string, Verdict>;
  totals: { ran: number; expected: number; lost: number; duplicates: number; exitCodes: number };
}

/** What the command's options say to a part. */
export interface PartOptions extends Pick<RunOptions, 'atOnce' | 'folder'> {
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
  say(line: string): void;
}

/** What a part reports. */
export interface PartReport {
  /** For people. */
  summary: string;
  /** Number of cells, suites, scenarios, measurements, journals or results, depending on the part. */
  ran: number;
  /** Descriptions of failures. */
  failures: string[];
}

/** Runs scenarios, several at once. They reuse services, one after the other. @param externalIds of all tests they may have */
export async function runScenarios(
  scenarios: Iterable<NamedScenario>,
  externalIds: readonly string[],
  { backend, atOnce, folder, onVerdict }: RunOptions,
): Promise<ScenariosReport> {
  const failures: string[] = [];
  const verdicts = new Map<string, Verdict>();
  const totals = { ran: 0, expected: 0, lost: 0, duplicates: 0, exitCodes: 0 };
  await inLanes(scenarios, atOnce, async (rest) => {
    await using service = await ServiceUnderFire.start(folder, externalIds, backend);
    for (const { name, scenario, repeat } of rest) {
      const run = (own: string) => runScenario(scenario, service, own);
      const verdict = await inOwnFolder(folder, name, run, failures, repeat);
      totals.ran++;
      for (const figure of ['expected', 'lost', 'duplicates', 'exitCodes'] as const) totals[figure] += verdict[figure];
      verdicts.set(name, verdict);
      onVerdict?.(name, verdict);
    }
  });
  return { failures, verdicts, totals };
}

/** Runs something in a folder of its own. The folder stays if there are problems, which are then one more failure. */
export async function inOwnFolder<T extends { problems: readonly string[] }>(
  folder: string,
  name: string,
  run: (own: string) => Promise<T>,
  failures: string[],
  repeat = '',
): Promise<T> {
  const own = join(folder, name.replace(/\W+/g, '-'));
  mkdirSync(own, { recursive: true });
  const outcome = await run(own);
  if (outcome.problems.length === 0) rmSync(own, { recursive: true, force: true });
  else failures.push([`${name} (${repeat}its leftovers are in ${own})`, ...outcome.problems].join('\n  '));
  return outcome;
}

/** `1131 results announced, 0 lost, 0 duplicates` */
export function inWords({ expected, lost, duplicates }: Pick<Verdict, 'expected' | 'lost' | 'duplicates'>): string {
  return `${expected} results announced, ${lost} lost, ${duplicates} duplicates`;
}
