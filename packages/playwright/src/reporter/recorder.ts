import type { FullConfig, FullResult, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { AttemptRecord, TestStatus } from '@testpoint/core';
import { Printed, type Session, TestLedger } from '@testpoint/core/adapter';
import { relativeTo } from '@testpoint/core/test-api';
import { AttachmentKeeper } from './attachments.js';
import { settledBy } from './finality.js';
import { handOversOf, type PlaywrightAttachment } from './hand-overs.js';
import type { MaskInput } from './masking.js';
import { annotationsOf, staticTestCases } from './metadata.js';
import { FailureTrail, reasonForInterruption, reasonForSilence } from './not-run.js';
import { type TestSoFar, translateTest } from './record.js';
import type { ResultGroup, ResultGroups } from './result-groups.js';
import { specFileOf } from './suites-around.js';
import { hasBegun } from './times.js';
import { leftOut, type TreeOptions, translateAttempt, unreadableAttempt } from './tree.js';

/** Follows the tests of one run, and records each as soon as its verdict is final. */
export class Recorder {
  readonly #session: Session;
  readonly #idRoot: string;
  readonly #config: FullConfig;
  readonly #root: Suite;
  readonly #options: TreeOptions;
  readonly #keeper: AttachmentKeeper;
  readonly #groups: ResultGroups;
  readonly #isReplay: boolean;
  readonly #trail = new FailureTrail();
  /** Tests that have begun and not ended. */
  readonly #running = new Map<TestCase, TestResult>();
  /** Tests that have ended at least once and are not recorded yet. */
  readonly #open = new Map<TestCase, TestSoFar>();
  /** Knows each group by its first test. */
  readonly #ledger: TestLedger<TestCase>;
  /** Open tests that will not run again, but whose repeats will. */
  readonly #settled = new Set<TestCase>();
  readonly #printed = new WeakMap<TestResult, Printed>();
  readonly #warnings = new Set<string>();
  /** Counted as Playwright does for maxFailures: tests, not attempts. */
  #failures = 0;

  /** @param isReplay whether these are merged reports. They don't say which tests run again, so all tests with retries wait. */
  constructor(
    session: Session,
    idRoot: string,
    config: FullConfig,
    root: Suite,
    groups: ResultGroups,
    isReplay: boolean,
  ) {
    this.#session = session;
    this.#ledger = new TestLedger(session);
    this.#idRoot = idRoot;
    this.#config = config;
    this.#root = root;
    this.#options = treeOptions(session, idRoot);
    this.#keeper = new AttachmentKeeper(session, isReplay);
    this.#groups = groups;
    this.#isReplay = isReplay;
    if (session.settings?.testPoints === 'from-tests') this.#plan();
  }

  begin(test: TestCase, result: TestResult): void {
    this.#running.set(test, result);
    this.#keeper.watch(test, result);
  }

  /** Called for every step; cheap if there is nothing to copy. */
  stepEnded(test: TestCase, result: TestResult): void {
    if (result.attachments.length > 0) this.#keeper.takeEarly(test, result);
  }

  /** Standard output or standard error of a test. */
  print(result: TestResult, chunk: string | Uint8Array): void {
    if (!this.#session.keepsOutput) return;
    const printed = this.#printed.get(result) ?? new Printed();
    this.#printed.set(result, printed);
    printed.add(chunk);
  }

  end(test: TestCase, result: TestResult): void {
    this.#running.delete(test);
    this.#add(test, result);
    // The reason for an interruption is known only at the end of the run, which is near.
    const mustWait = result.status === 'interrupted' || (this.#isReplay && test.retries > 0);
    const settled = mustWait ? [] : settledBy(test);
    for (const other of settled) this.#settled.add(other);
    for (const other of settled) this.#recordIfComplete(other);
    if (this.#open.has(test)) this.#addSoFar(this.#groups.of(test));
  }

  /** Records the remaining tests: those that could have run again, were cut off, or never ran. */
  finish(end: FullResult['status']): void {
    for (const [test, result] of [...this.#running]) this.#add(test, result);
    this.#running.clear();
    const done = new Set<ResultGroup>();
    for (const test of this.#root.allTests()) {
      if (test.results.length > 0 && !this.#open.has(test)) continue;
      this.#explain(test, end);
      const group = this.#groups.of(test);
      // A group is complete once this loop has reached the last of its repeats.
      if (!done.has(group) && group.tests.every((other) => other.results.length > 0 || this.#open.has(other))) {
        done.add(group);
        this.#record(group);
      }
    }
  }

  #add(test: TestCase, result: TestResult): void {
    const soFar = this.#soFar(test);
    // It did not run because of an earlier failure, or its whole file was skipped. Such a test never began.
    if (result.status === 'skipped' && !hasBegun(result)) {
      if (test.expectedStatus === 'skipped') return;
      soFar.reason = this.#trail.reasonFor(test);
      soFar.attempts.push(leftOut(soFar.reason));
      return;
    }
    const attempt = this.#attemptOf(test, result, soFar);
    soFar.attempts.push(attempt);
    if (attempt.status === 'failed') {
      if (test.results.length > test.retries) this.#failures += 1;
      this.#trail.failed(test, result, attempt.errors[0]);
    }
  }

  /** A worker whose tests broke its built-ins may send anything, even data that crashes Playwright. */
  #attemptOf(test: TestCase, result: TestResult, soFar: TestSoFar): AttemptRecord {
    try {
      const contents = this.#keeper.takeAll(test, result);
      const said = { annotations: annotationsOf(test, result), handOvers: handOversOf(result) };
      const attempt = translateAttempt(test, result, this.#options, contents, (status) => this.#output(result, status));
      soFar.said.push(said);
      for (const { warning } of said.handOvers) this.#warn(warning);
      return attempt;
    } catch (error) {
      return unreadableAttempt(test, result, error);
    }
  }

  /** An attachment like Playwright's own, so that it is masked in the same way. */
  #output(result: TestResult, status: TestStatus): PlaywrightAttachment[] {
    const output = this.#session.output(this.#printed.get(result), status);
    this.#printed.delete(result);
    return output === undefined ? [] : [{ ...output, body: Buffer.from(output.body) }];
  }

  /** Warns once per text, even if many tests make the same call. */
  #warn(warning: string | undefined): void {
    if (warning === undefined || this.#warnings.has(warning)) return;
    this.#warnings.add(warning);
    this.#session.notice(warning);
  }

  /** Explains why a test has no verdict, now that it is known how the run ended. */
  #explain(test: TestCase, end: FullResult['status']): void {
    const soFar = this.#soFar(test);
    const last = test.results.at(-1);
    if (last === undefined) soFar.reason = reasonForSilence(test, this.#config, end, this.#failures);
    else if (last.status === 'interrupted' || soFar.reason === undefined) {
      soFar.reason = reasonForInterruption(this.#config, end, this.#failures);
    }
  }

  #soFar(test: TestCase): TestSoFar {
    const soFar = this.#open.get(test) ?? { attempts: [], said: [] };
    this.#open.set(test, soFar);
    return soFar;
  }

  #recordIfComplete(test: TestCase): void {
    const group = this.#groups.of(test);
    if (this.#open.has(test) && group.tests.every((other) => this.#settled.has(other))) this.#record(group);
  }

  #record(group: ResultGroup): void {
    const record = translateTest(group, (test) => this.#soFar(test), this.#fileOf(group));
    for (const test of group.tests) {
      this.#open.delete(test);
      this.#settled.delete(test);
    }
    this.#ledger.settle(group.tests[0], record);
  }

  #addSoFar(group: ResultGroup): void {
    const soFar = (test: TestCase): TestSoFar => this.#open.get(test) ?? { attempts: [], said: [] };
    const [first, ...others] = group.tests.filter((test) => soFar(test).attempts.length > 0);
    if (first === undefined) return;
    const record = translateTest({ ...group, tests: [first, ...others] }, soFar, this.#fileOf(group));
    this.#ledger.announced(group.tests[0], record);
  }

  #fileOf({ tests: [test] }: ResultGroup): string {
    return relativeTo(this.#idRoot, specFileOf(test));
  }

  #plan(): void {
    const tests = this.#root.allTests().map((test) => {
      const project = test.parent.project()?.name;
      return { ...(project && { project }), testCases: staticTestCases(test) };
    });
    const naming = tests.filter(({ testCases }) => testCases.length > 0);
    this.#session.plan(naming, naming.length > 0 && naming.length === tests.length);
  }
}

function treeOptions({ settings }: Session, root: string): TreeOptions {
  const mask = settings?.extra.maskInput;
  const maskInput: MaskInput = mask === 'all' || mask === 'none' ? mask : 'passwords';
  return { steps: settings?.steps ?? { expect: true, api: true, fixtures: true }, maskInput, root };
}
