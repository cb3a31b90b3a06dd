import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { cleanEnvironment, start } from '../../../../scripts/processes.mjs';
import { inLanes } from '../lanes.js';
import { command, suiteFolder } from '../programs.js';
import type { PartReport, RunOptions } from '../scenario/run-scenarios.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import type { Disturbance, DisturbedHost } from './disturbed-suites.js';

/** The service's behavior: milliseconds for each answer, or no answers at all. */
export type Answers = number | 'dead';

export interface UnchangedOptions extends Pick<RunOptions, 'atOnce' | 'folder'> {
  hosts: readonly DisturbedHost[];
  disturbances: readonly Disturbance[];
  answers: readonly Answers[];
}

/** Everything about a run that is visible from outside. */
interface Seen {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output and standard error in order of writing, with times removed. */
  output: string;
  /** The framework's own report. */
  report: string | undefined;
}

export const ANSWERS: readonly Answers[] = [0, 200, 500, 'dead'];

/** Number of results of each suite. */
const TESTS = 3;
/** How often a suite runs without us. Events near its end may come before or after it. */
const BARE_RUNS = 2;
/**
 * How many more times, if the run with us matches none of them. On a busy machine, a timer of 100 ms that does not keep its process
 * alive fires in one to four of ten bare runs.
 */
const MORE_BARE_RUNS = 30;
const ALL = ['code', 'signal', 'output', 'report'] as const;
const ENDS = ['code', 'signal'] as const;
/** What differs between runs, or comes from us: our summary, a line of ours about an error after it, and times. */
const BLOTTED: [RegExp, string][] = [
  [/\nTestpoint {2}.*\n(?:.+\n)*\n/, ''],
  [/^Testpoint: .*\n/m, ''],
  [/\b(?:\d+m)?\d+(?:\.\d+)?\s?m?s\b/g, 'T'],
  [/ \(T\)/g, ''],
  [/\b\d\d:\d\d:\d\d\b/g, 'TIME'],
  [/^Time:.*$/m, 'Time:'],
  [/Duration.*$/m, 'Duration'],
  [/^Test results written to.*$/m, ''],
];

/**
 * Whatever happens to a suite, its exit code, its output and the framework's own report must be the same as without us, and
 * every result must arrive. Resolves with descriptions of the differences.
 */
export async function runUnchanged(options: UnchangedOptions): Promise<PartReport> {
  const { hosts, disturbances, answers, atOnce, folder } = options;
  const failures: string[] = [];
  let ran = 0;
  const cells = hosts.flatMap((host) => disturbances.map((disturbance) => ({ host, disturbance })));
  await inLanes(cells.entries(), atOnce, async (rest) => {
    for (const [cell, { host, disturbance }] of rest) {
      const own = join(folder, `cell-${cell}`);
      const bare: Seen[] = [];
      for (let run = 0; run < BARE_RUNS; run++) {
        bare.push(await see(host, disturbance, join(own, `bare-${run}`), undefined));
      }
      for (const each of answers) {
        await using service = await startService(each, own);
        const problem = await compare(host, disturbance, join(own, `${each}`), service, bare);
        const name = `${host.name}, ${disturbance.name}, service ${each} (in ${own})`;
        if (problem !== undefined) failures.push(`${name}: ${problem}`);
        ran++;
      }
    }
  });
  return { summary: `${ran} disturbed suites: ${failures.length} differ from a run without us`, ran, failures };
}

async function startService(answers: Answers, folder: string): Promise<ServiceUnderFire> {
  const service = await ServiceUnderFire.start(folder, 'any');
  if (answers === 'dead') await service.proxy.goDown();
  else if (answers > 0) service.spoil({ rules: [{ latency: [answers, answers] }] });
  return service;
}

async function compare(
  host: DisturbedHost,
  disturbance: Disturbance,
  folder: string,
  service: ServiceUnderFire,
  bare: Seen[],
): Promise<string | undefined> {
  const runId = await service.newRun();
  const outbox = join(folder, 'outbox');
  const seen = await see(host, disturbance, folder, service.environment(outbox, runId));
  const compared = disturbance.cutsShort && host.endsInOrder ? ENDS : ALL;
  const isSeenBare = (one: Seen) => differences(one, seen, compared).length === 0;
  for (let more = 0; more < MORE_BARE_RUNS && !bare.some(isSeenBare); more++) {
    bare.push(await see(host, disturbance, join(folder, `bare-${more}`), undefined));
  }
  if (!bare.some(isSeenBare)) return differences(bare[0], seen, compared).join('; ');
  await flush({ directory: outbox, settings: service.flushSettings({ url: service.directUrl }) });
  const results = await service.results(runId);
  const tests = new Set(results.map(({ autoTestExternalId }) => autoTestExternalId)).size;
  // A test that its framework fails after its end has a correction.
  const verdicts = new Set(results.map(({ autoTestExternalId, outcome }) => `${outcome} ${autoTestExternalId}`)).size;
  const isComplete = tests === TESTS || (disturbance.cutsShort && (host.endsInOrder || seen.report === undefined));
  if (isComplete && verdicts === results.length) return undefined;
  return `${results.length} results of ${tests} tests arrived, not ${TESTS}`;
}

function differences(bare: Seen | undefined, seen: Seen, compared: readonly (keyof Seen)[]): string[] {
  return compared
    .filter((what) => bare?.[what] !== seen[what])
    .map((what) => `${what} was ${excerpt(bare?.[what], seen[what])}, is ${excerpt(seen[what], bare?.[what])}`);
}

/** The text from the first difference on. */
function excerpt(value: unknown, other: unknown): string {
  const [text, otherText] = [String(value), String(other)];
  let at = 0;
  while (at < text.length && text[at] === otherText[at]) at++;
  return JSON.stringify(text.slice(Math.max(0, at - 30), at + 200));
}

/** @param into environment of a suite that reports; undefined to run without us */
async function see(
  host: DisturbedHost,
  disturbance: Disturbance,
  folder: string,
  into: Record<string, string> | undefined,
): Promise<Seen> {
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'report.json');
  const files = ['output.txt', 'errors.txt'].map((name) => join(folder, name));
  const [output, errors] = files.map((file) => openSync(file, 'w')) as [number, number];
  const { framework, args, bareArgs = args } = host;
  const own = command(framework, (into === undefined ? bareArgs : args)?.(report));
  const [program = '', ...parameters] = commandFor(disturbance, [process.execPath, ...own]);
  const { child, ended } = start(program, parameters, {
    cwd: suiteFolder(framework, 'unchanged'),
    env: {
      ...cleanEnvironment(),
      NO_COLOR: '1',
      ...disturbance.env,
      ...(!host.runsTestsItself && { IN_TEARDOWN: '1' }),
      ...(disturbance.env.SIGNALS !== undefined && { SIGNALS: host.runsTestsItself ? 'own' : 'parent' }),
      ...{ REPORT: report, CHAOS_FOLDER: join(folder, 'files') },
      ...(into ?? { CHAOS_WITHOUT: '1' }),
    },
    stdio: ['ignore', output, disturbance.standardError === 'closed' ? 'pipe' : host.workersPrint ? errors : output],
  });
  child.stderr?.destroy();
  const { code, signal } = await ended;
  for (const file of [output, errors]) closeSync(file);
  const printed = files
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll(folder, 'FOLDER');
  return {
    ...{ code, signal },
    output: BLOTTED.reduce((text, [pattern, by]) => text.replace(pattern, by), printed),
    report: outcomesIn(existsSync(report) ? readFileSync(report, 'utf8') : ''),
  };
}

function commandFor({ standardError, isFirstProcess }: Disturbance, command: string[]): string[] {
  if (standardError === 'full') return ['bash', '-c', 'exec "$0" "$@" 2>/dev/full', ...command];
  return isFirstProcess ? ['unshare', ...NAMESPACE, ...command] : command;
}

/** Also works without root. */
const NAMESPACE = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];

/**
 * Titles and outcomes of a report, in its order. The whole report can't be compared, because it is full of times. Node creates
 * the file before it has a report.
 */
function outcomesIn(report: string): string | undefined {
  if (report === '') return undefined;
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (/^(title|fullTitle|status|err|errors|failureMessages|numPassedTests|success|passes)$/.test(key)) {
        found.push(`${key} ${typeof member === 'object' ? '' : String(member)}`);
      }
      visit(member);
    }
  };
  visit(JSON.parse(report));
  return found.join('\n');
}
