import type { StepRecord, TestOrigin, TestRecord, Verdict } from '@testpoint/core';
import { type ChannelReader, type Session, TestLedger, type WhyNotRun, workerNumber } from '@testpoint/core/adapter';
import type { ChannelMessage, HookData, TestData } from '@testpoint/core/test-api';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import { COMES_LATER, type ModuleNotes } from '../in-test/attempt-notes.js';
import type { Filters } from './filters.js';
import { type AttachedFile, keepFile } from './kept-files.js';
import { type ObservedAttempt, observedAttempt } from './observed-attempt.js';
import type { PrintedTexts } from './printed-texts.js';
import { neverEnded } from './result-messages.js';
import { fileOf, originOf, testNumbers, translateTest } from './translate.js';
import { isSkippedByAuthor, verdictOf } from './verdict.js';

/** Vitest's id of the first worker of its pool. */
const FIRST_WORKER = 1;

/** Data that the modules of a run share. */
export interface RunContext {
  readonly session: Session;
  /** The root project's root, absolute. */
  readonly idRoot: string;
  readonly filters: Filters;
  /** Undefined if no setup file runs. */
  readonly channel: ChannelReader | undefined;
  readonly printed: PrintedTexts;
  /** Whether the run ends after the first failures (bail). Then a failed test is the last one in its suites. */
  readonly bails: boolean;
  /** Whether it merges the reports of other runs. */
  readonly isMerged: boolean;
}

/** The setup file's data about a test until it has a result; also what the ledger knows the test by. */
interface KnownTest {
  began: boolean;
  observed: ObservedAttempt[];
  identity: TestData[];
  afterAll: StepRecord[];
}

/**
 * The results of one test module while it runs. A result is recorded when Vitest announces the test's end, except for the
 * last test of a suite with afterAll hooks, whose trees are complete only after them. Once a test is recorded, all its data
 * is dropped.
 */
export class ModuleResults {
  readonly #module: TestModule;
  readonly #run: RunContext;
  readonly #file: string;
  readonly #origin: TestOrigin | undefined;
  #numbers = new Map<string, number>();
  readonly #ledger: TestLedger<KnownTest>;
  readonly #tests = new Map<string, KnownTest>();
  /** Announced tests without a verdict, each with the suite whose afterAll may still follow. */
  readonly #undecided = new Map<TestCase, string | undefined>();
  /** Number of its worker, from 0. */
  #worker: number | undefined;
  #isChannelRead = false;
  /** Whether the tests run in a page. Then data of a test may arrive between two events of a batch. */
  readonly #hasPage: boolean;

  constructor(module: TestModule, run: RunContext) {
    this.#module = module;
    this.#run = run;
    this.#ledger = new TestLedger(run.session);
    this.#file = fileOf(module, run.idRoot);
    this.#origin = originOf(module);
    this.#hasPage = module.project.config.browser?.enabled === true;
  }

  /** The module's tests are known. For type checks, Vitest announces this more than once. */
  collect(): void {
    this.#numbers = testNumbers(this.#module, this.#origin);
  }

  /** The absolute path of the module's file. */
  get moduleId(): string {
    return this.#module.moduleId;
  }

  begin(test: TestCase): void {
    this.#known(test.id).began = true;
  }

  /** Keeps the files of attachments that Vitest announces, for the attempt that is running. */
  keep(test: TestCase, attachments: readonly (AttachedFile | undefined)[]): void {
    this.#readChannel();
    const ended = this.#known(test.id).observed.length;
    for (const attachment of attachments) keepFile(attachment, this.#run.session, ended);
  }

  /** @param whyPending the reason for a test that Vitest ends without a verdict */
  end(test: TestCase, whyPending: WhyNotRun): void {
    this.#readChannel();
    // Otherwise `close` records it, when the setup file's data has arrived.
    if (!(COMES_LATER in test.meta())) this.#record(test, whyPending);
  }

  endSuite(suite: TestSuite): void {
    this.#readChannel();
    this.#decide();
    this.#ledger.release(suite.id);
  }

  /** Vitest has ended the module, or never will: tests that it did not report did not run. */
  close(whyPending: WhyNotRun): void {
    this.#isChannelRead = false;
    this.#readChannel();
    for (const test of this.#module.children.allTests()) this.#record(test, whyPending);
    this.#decide({ status: 'not-run', reason: whyPending });
    this.#ledger.finish();
    this.#run.channel?.remove(this.#module.id);
    this.#run.printed.forget(this.#module.id);
  }

  #record(test: TestCase, whyPending: WhyNotRun): void {
    const known = this.#known(test.id);
    if (this.#ledger.has(known) || (isSkippedByAuthor(test) && this.#run.filters.leavesOut(test))) return;
    const { began, observed, identity, afterAll } = known;
    const verdict = verdictOf(test, began, whyPending, this.#run.isMerged);
    const record = translateTest(test, {
      file: this.#file,
      origin: this.#origin,
      verdict: verdict ?? { status: 'not-run', reason: whyPending },
      occurrence: this.#numbers.get(test.id) ?? 1,
      observed,
      identity,
      worker: this.#worker,
    });
    this.#addOutput(test, record);
    record.attempts.at(-1)?.teardown.push(...afterAll);
    Object.assign(known, nothingYet());
    const until = this.#run.bails && record.status === 'failed' ? this.#module.id : observed.at(-1)?.holdFor;
    if (verdict === undefined) this.#undecided.set(test, until);
    else if (until === undefined) {
      this.#ledger.settle(known, record);
      return;
    }
    // The journal needs it at once, because the process may be killed before the suite ends.
    this.#ledger.announced(known, record);
    this.#ledger.hold(known, until);
  }

  /** @param otherwise the verdict on tests whose suites will not end */
  #decide(otherwise?: Verdict): void {
    for (const [test, until] of this.#undecided) {
      const verdict = verdictOf(test, false, neverEnded, this.#run.isMerged) ?? otherwise;
      if (verdict === undefined) continue;
      const known = this.#known(test.id);
      this.#ledger.change(known, (record) => Object.assign(record, { reason: undefined }, verdict));
      if (until === undefined) this.#ledger.settle(known);
      this.#undecided.delete(test);
    }
  }

  #addOutput({ id, options, parent }: TestCase, { attempts, status }: TestRecord): void {
    const { session, printed } = this.#run;
    if (status === 'not-run') {
      // What a failing beforeAll printed belongs to the first test that it kept from running.
      let suite = parent;
      for (; suite.type === 'suite'; suite = suite.parent) printed.move(suite.id, id);
      printed.move(suite.id, id);
    }
    // Vitest takes all output for that of the test that began last.
    const whose = options.concurrent === true ? 'printed by tests that ran at the same time' : undefined;
    const begins = attempts.map(({ startedAt }) => startedAt);
    for (const [index, one] of printed.take(id, begins).entries()) {
      const attempt = attempts[index];
      if (attempt === undefined) continue;
      const output = session.output(one, attempt.status, whose);
      if (output !== undefined) attempt.attachments = [...attempt.attachments, output];
    }
  }

  /**
   * Reads the channel once per batch of events. Tests wrote their data before Vitest sent their ends. A batch ends with its
   * microtasks.
   */
  #readChannel(): void {
    if (this.#isChannelRead && !this.#hasPage) return;
    this.#isChannelRead = true;
    process.nextTick(() => {
      this.#isChannelRead = false;
    });
    this.#run.channel?.readOne(this.#module.id, (message) => this.#take(message));
  }

  #take({ kind, data }: ChannelMessage): void {
    if (kind === 'warning') this.#run.session.notice(data.text);
    else if (kind === 'afterAll') this.#takeAfterAll(data);
    else if (kind === 'file') this.#worker = workerNumber((data as Partial<ModuleNotes>).worker, FIRST_WORKER);
    else if (kind === 'identity') this.#open(data.key)?.identity.push(data.test);
    else if (kind === 'attempt') this.#open(data.key)?.observed.push(observedAttempt(data));
  }

  /** Belongs to the last test that the hook served, which is held for it or has not ended yet. */
  #takeAfterAll({ key, hook }: HookData): void {
    const isHeld = this.#ledger.change(this.#known(key), ({ attempts }) => attempts.at(-1)?.teardown.push(hook));
    if (!isHeld) this.#open(key)?.afterAll.push(hook);
  }

  /** Undefined if the test has a result, so that nothing can be added. */
  #open(id: string): KnownTest | undefined {
    const known = this.#known(id);
    return this.#ledger.has(known) ? undefined : known;
  }

  #known(id: string): KnownTest {
    const known = this.#tests.get(id) ?? nothingYet();
    this.#tests.set(id, known);
    return known;
  }
}

function nothingYet(): KnownTest {
  return { began: false, observed: [], identity: [], afterAll: [] };
}
