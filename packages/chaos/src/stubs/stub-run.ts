import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { labs } from '@testpoint/frameworks/labs';
import { command, FRAMEWORK_NAMES, suiteFolder } from '../programs.js';
import { byExternalId } from '../scenario/verdict.js';
import type { HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import { expectationsOf, type Seen } from '../suite/announcement.js';
import { describeEnd, SuiteProcess } from '../suite/suite-process.js';

/** A framework's suite in which a test in the middle stubs a built-in and does not restore it. */
export interface StubColumn {
  name: string;
  cwd: string;
  /** Arguments of Node: the suite with our reporter and setup file. */
  args: string[];
  /** Arguments without them, if CHAOS_WITHOUT alone can't leave them out. */
  bareArgs: string[];
  /** With how many kinds of stubs the suite does not end even without us. More mean that the laboratory proves less than before. */
  knownHangs: number;
}

export const STUB_COLUMNS: readonly StubColumn[] = FRAMEWORK_NAMES.map((name) => {
  const { args, bareArgs = args, knownHangs } = labs[name].chaos.stubs;
  return {
    ...{ name, cwd: suiteFolder(name, 'stubs'), knownHangs },
    ...{ args: command(name, args), bareArgs: command(name, bareArgs) },
  };
});

/** The outcome of one kind of stub in one framework. */
export interface StubVerdict {
  /** Whether the suite does not end even without us, so that nothing can be expected of us. */
  bareHangs: boolean;
  /** Descriptions of problems; empty if there are none. */
  problems: string[];
  /** The service's result of each test, without the parts that vary between runs. */
  bodies: StubReference;
}

/** By external id. */
type StubReference = ReadonlyMap<string, string>;

interface StubRunOptions {
  folder: string;
  /** Maximum duration of the suite without us, milliseconds. */
  limit: number;
  /** The results without a stub. */
  reference?: StubReference;
}

/** How much longer a suite may take because of us, to close its session on a busy machine; milliseconds. */
const LATER = 15_000;
/** The summary's text when something of ours has failed. */
const FAILED = /^.*(?:Testpoint (?:itself )?failed|delivery thread|went wrong|could not print).*$/m;
/** The beginning of the summary. */
const SUMMARY = /^Testpoint {2}/m;
/** A test that breaks this function makes Node die without the event `exit`, so nothing can print a summary. */
const NO_EXIT = 'process.emit';
/** Node starts no thread in a deleted working folder. Then a flush delivers. */
const NO_THREAD = 'the delivery thread could not start';
/** Title of the stubbing test. Its framework may not even notice how it ends. */
const STUBBING = ' > leaves a stub behind';
/** The error of the fixtures' only failing test. */
const FAILURE = 'it fails';
/** In a message with more errors: the framework failed, too. */
const MORE_ERRORS = '(+';

/** Runs a suite in which a test in the middle stubs something, with and without us, flushes, and compares. */
export async function runStub(
  { cwd, args, bareArgs }: StubColumn,
  kind: string,
  service: ServiceUnderFire,
  { folder, limit, reference }: StubRunOptions,
): Promise<StubVerdict> {
  mkdirSync(folder, { recursive: true });
  const common = { CHAOS_STUB: kind, CHAOS_FOLDER: join(folder, 'output') };
  // If only the framework were killed, workers might remain that no longer end by themselves.
  const start = (args: string[], env: Record<string, string>) =>
    new SuiteProcess({ args, cwd, env: { ...common, ...env }, hasOwnGroup: true });
  const bare = start(bareArgs, { CHAOS_WITHOUT: '1' });
  const bareEnd = await bare.endedWithin(limit);
  bare.killAll();
  if (bareEnd === undefined) return { bareHangs: true, problems: [], bodies: new Map() };

  const runId = await service.newRun();
  const outbox = join(folder, 'outbox');
  const ours = start(args, service.environment(outbox, runId));
  const end = await ours.endedWithin(limit + LATER);
  ours.killAll();
  const problems: string[] = [];
  if (end === undefined) problems.push('the suite does not end');
  else if (describeEnd(end) !== describeEnd(bareEnd)) {
    problems.push(`ends with ${describeEnd(end)}, without us with ${describeEnd(bareEnd)}`);
  }
  const failed = FAILED.exec(ours.output)?.[0];
  if (failed !== undefined && !(kind.includes('deleted') && failed.includes(NO_THREAD)))
    problems.push(`prints "${failed.trim()}"`);
  if (end !== undefined && kind !== NO_EXIT && !SUMMARY.test(ours.output)) problems.push('prints no summary');

  const report = await flush({ directory: outbox, settings: service.flushSettings() });
  if (!report.isClean) problems.push(`flush leaves ${JSON.stringify(report.sessions)}`);
  const held = byExternalId(await service.results(runId));
  problems.push(...resultProblems(ours, bare, held, reference), ...leftIn(outbox));
  if (problems.length > 0) problems.push(ours.output);
  const bodies = new Map([...held].map(([id, [result]]) => [id, comparable(result?.body ?? {})]));
  return { bareHangs: false, problems, bodies };
}

/** Checks that the service has every test whose end was announced exactly once, with its outcome and all its data. */
function resultProblems(
  suite: SuiteProcess,
  bare: SuiteProcess,
  held: ReadonlyMap<string, HeldResult[]>,
  reference: StubReference | undefined,
): string[] {
  const problems: string[] = [];
  const withoutUs = expectationsOf(bare.announcements);
  if (suite.announcements.length === 0 && withoutUs.size > 0) problems.push('the witness was not called');
  for (const [id, { certain }] of expectationsOf(suite.announcements)) {
    // The stub prevented the witness from announcing the test's end.
    if (certain === undefined) continue;
    const results = held.get(id) ?? [];
    const result = results.at(-1);
    if (result === undefined) problems.push(`lost: ${id}`);
    // Its framework may fail it after its end. Then a correction follows, which a busy machine sends on its own.
    else if (results.length > 1 && !id.endsWith(STUBBING))
      problems.push(`${results.length} times in the service: ${id}`);
    else if (result.outcome !== certain.outcome && !wasNotRun(result, certain)) {
      problems.push(`${result.outcome} instead of ${certain.outcome}: ${id}`);
    } else {
      const usual = reference?.get(id);
      const body = comparable(result.body);
      const isGarbled = id.endsWith(STUBBING) || withoutUs.get(id)?.certain?.isGarbled === true;
      if (usual !== undefined && usual !== body && !isGarbled && isComparable(result, usual))
        problems.push(`${id} is ${body}`, `instead of ${usual}`);
    }
  }
  return problems;
}

/** Playwright announces tests that never began as skipped. */
function wasNotRun({ outcome }: HeldResult, announced: Seen): boolean {
  return outcome === 'Blocked' && announced.outcome === 'Skipped';
}

/** If the stub itself made a test fail, in the framework or in the test, only that is compared. */
function isComparable({ outcome, body }: HeldResult, usual: string): boolean {
  if (!usual.includes(`"outcome":"${outcome}"`)) return false;
  if (outcome !== 'Failed') return true;
  const message = String(body.message);
  return message.includes(FAILURE) && !message.includes(MORE_ERRORS);
}

/** Removes times, ids of uploads, and stacks. A skipped test may or may not have times. */
function comparable(body: Record<string, unknown>): string {
  return JSON.stringify(body, (name, value) => {
    if (['startedOn', 'completedOn', 'duration', 'traces'].includes(name)) {
      return body.outcome === 'Skipped' ? undefined : typeof value;
    }
    return name === 'attachments' && Array.isArray(value) ? value.length : value;
  });
}

function leftIn(outbox: string): string[] {
  const names = existsSync(outbox) ? readdirSync(outbox) : [];
  return names
    .filter((name) => !/^(catalog\.ndjson|last-run\.ndjson|\.gitignore)$/.test(name))
    .map((name) => `left in the outbox: ${name}`);
}
