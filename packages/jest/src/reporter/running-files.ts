import { Printed, type Session, type WhyNotRun } from '@testpoint/core/adapter';
import { relativeTo } from '@testpoint/core/test-api';
import type { GlobalConfig, TestCase, TestCaseStart, TestFile, TestFileResult } from '../in-test/jest-types.js';
import { type CutShort, settleCutShort } from './cut-short.js';
import type { ObservedRun, ObservedRuns } from './observed-runs.js';
import { ProjectNames } from './project-names.js';
import { fileEnded } from './result-messages.js';
import { type EndedCase, invocationOf, RunningFile } from './running-file.js';
import { type FileRecord, fileRecords, type NameFilter, recordOf } from './translate.js';

/** How long data from setup files may stay unread while a file runs, milliseconds. */
const READ_INTERVAL = 100;
const NOTHING: readonly never[] = [];

/** Holds all data about running files, and settles their tests when they end. */
export class RunningFiles {
  readonly projects: ProjectNames;
  readonly #rootDir: string;
  readonly #isMeant: NameFilter;
  readonly #session: Session;
  readonly #observed: ObservedRuns | undefined;
  readonly #files = new Map<string, RunningFile>();

  /** @param observed data from the setup files, if there is a channel for it */
  constructor(config: GlobalConfig, session: Session, observed: ObservedRuns | undefined) {
    const { rootDir, testNamePattern } = config;
    this.projects = new ProjectNames(config);
    this.#session = session;
    this.#rootDir = rootDir;
    this.#isMeant = nameFilter(testNamePattern);
    this.#observed = observed;
  }

  begin(file: TestFile): void {
    this.#running(file.path).contexts.push(file);
  }

  beginCase(path: string, info: TestCaseStart): void {
    this.#running(path).start(info);
  }

  /** The test so far goes to the ledger, unless it is ambiguous: in two projects at once, or in a second run. */
  endCase(path: string, result: TestCase): void {
    const running = this.#running(path);
    const ended = running.end(result);
    const { titles } = ended;
    const [file] = running.contexts;
    if (file === undefined || running.contexts.length > 1) return;
    const { first, attempts } = attemptsSoFar(running, ended);
    const occurrence = first.nth;
    if (occurrence > 1 && running.maybeAgain) return;
    const run = this.#readRun(path, running);
    const declared = run?.positionOf(titles, occurrence);
    const number = run?.numberAt(declared) ?? running.numberOf(first);
    const where = { file: running.name, ...this.projects.of(file), worker: run?.worker };
    const location = { ...where, titles, occurrence, number, failing: run?.failing.has(declared) };
    const namesTests = this.#observed?.namesTests === true;
    const identity = namesTests ? run?.testAt(declared).identity : undefined;
    ended.record = recordOf(location, attempts, NOTHING, identity);
    running.ledger.announced(running.keyOf(location), ended.record);
  }

  /**
   * The tests from the file's own result, or from what was known before if the file's process died.
   * @returns whether the setup file has sent something about it, and whether any of its tests are known
   */
  end(file: TestFile, result: TestFileResult): { isHeard: boolean; isLoaded: boolean } {
    this.#observed?.read();
    const running = this.#running(file.path);
    const runs = this.#observed?.of(file.path) ?? [];
    const run = ownRun(runs, result);
    const hasTests = result.testResults.length > 0;
    if (hasTests) {
      const tests = fileRecords(this.projects.of(file), result, running, run, this.#isMeant);
      for (const { location, record } of withFileOutput(tests, result, running.name, this.#session)) {
        running.ledger.settle(running.keyOf(location), record);
      }
    } else settleCutShort(this.projects.of(file), running, run, deathOf(result, runs.length), this.#isMeant);
    this.#observed?.forget(hasTests && run !== undefined ? [run] : runs);
    const index = running.contexts.findIndex(({ context }) => context.config === file.context.config);
    running.contexts.splice(index, index < 0 ? 0 : 1);
    if (running.contexts.length === 0) this.#files.delete(file.path);
    const isHeard = run !== undefined;
    const known = (run?.tests.length ?? 0) + running.ended.length + running.started.length;
    return { isHeard, isLoaded: known > 0 };
  }

  /**
   * Ends the files that are still running, for which Jest will have no result. Returns their names, and the number of their
   * runs, which is higher if a file runs in several projects.
   */
  cutShort(reason: WhyNotRun): { unfinished: string[]; runs: number } {
    this.#observed?.read();
    const unfinished: string[] = [];
    let runs = 0;
    for (const [path, running] of this.#files) {
      const { contexts, name } = running;
      const observed = this.#observed?.of(path).slice(-contexts.length) ?? [];
      for (const [index, file] of contexts.entries()) {
        // Events don't say which project they belong to, so only the first one gets them.
        const events = index === 0 ? running : new RunningFile(name, this.#session);
        const run = observed[index] ?? observed.at(-1);
        settleCutShort(this.projects.of(file), events, run, { reason, runs: 1 }, this.#isMeant);
      }
      unfinished.push(name);
      runs += contexts.length;
    }
    this.#files.clear();
    return { unfinished, runs };
  }

  /** Relative to the id root, posix separators. */
  nameOf(path: string): string {
    return relativeTo(this.#rootDir, path);
  }

  /** The setup file's data about the file's run so far: its worker, and the identity that a test has set. */
  #readRun(path: string, running: RunningFile): ObservedRun | undefined {
    const observed = this.#observed;
    // The setup file announces the file before its first test begins.
    const mustRead = running.ended.length === 1 || observed?.namesTests === true;
    observed?.read(mustRead ? 0 : READ_INTERVAL);
    return observed?.lastOf(path);
  }

  #running(path: string): RunningFile {
    const running = this.#files.get(path) ?? new RunningFile(this.nameOf(path), this.#session);
    this.#files.set(path, running);
    return running;
  }
}

function nameFilter(pattern: string | undefined): NameFilter {
  if (pattern === undefined || pattern === '') return () => true;
  const expression = new RegExp(pattern, 'i');
  return (fullName) => expression.test(fullName);
}

/**
 * Adds the console output of a whole file, which is all that Jest provides, to its first failed test. If all output is kept
 * and no test failed, adds it to the first test that ran.
 */
function withFileOutput(
  tests: readonly FileRecord[],
  { console: entries }: TestFileResult,
  file: string,
  session: Session,
): readonly FileRecord[] {
  if (!session.keepsOutput || !entries || entries.length === 0) return tests;
  const ran = tests.filter(({ record }) => record.attempts.length > 0);
  const test = ran.find(({ record }) => record.status === 'failed') ?? ran[0];
  const attempt = test?.record.attempts.at(-1);
  if (test === undefined || attempt === undefined) return tests;
  const printed = new Printed();
  for (const { message } of entries) printed.add(`${message}\n`);
  const output = session.output(printed, attempt.status, `printed by all tests of ${file}`);
  if (output === undefined) return tests;
  const attempts = test.record.attempts.with(-1, { ...attempt, attachments: [...attempt.attachments, output] });
  return tests.map((one) => (one === test ? { ...test, record: { ...test.record, attempts } } : one));
}

/** Among tests with equal titles, a retry counts as an attempt of the first one that failed. */
function attemptsSoFar(running: RunningFile, ended: EndedCase): { first: EndedCase; attempts: readonly EndedCase[] } {
  if (invocationOf(ended.result) === 1) return { first: ended, attempts: [ended] };
  const alike = running.alike(ended.titles);
  const firsts = alike.filter(({ result }) => invocationOf(result) === 1);
  const first = firsts.find(({ result }) => result.status === 'failed') ?? firsts[0] ?? ended;
  const attempts = alike.filter((other) => other === first || invocationOf(other.result) > 1);
  return { first, attempts };
}

/** The run of this result. If the file runs in several projects, it is the one whose tests began at the same times. */
function ownRun(runs: readonly ObservedRun[], { testResults }: TestFileResult): ObservedRun | undefined {
  if (runs.length < 2 || testResults.length === 0) return runs.at(-1);
  const begins = new Set<unknown>(testResults.map(({ startAt }) => startAt));
  const matches = runs.map((run) => run.begins.filter((begin) => begins.has(begin)).length);
  return runs[matches.indexOf(Math.max(...matches))];
}

/** Why the file's process died. Jest's message says how often it tried to run the file. */
function deathOf({ testExecError }: TestFileResult, observedRuns: number): CutShort {
  const text = testExecError?.message ?? '';
  const tries = /encountered (\d+) child process exceptions/.exec(text)?.[1];
  const reason = fileEnded(text.split('\n', 1)[0] ?? '');
  return { reason, runs: Math.max(Number(tries ?? 1), observedRuns) };
}
