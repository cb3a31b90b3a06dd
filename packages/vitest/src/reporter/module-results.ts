import {
  type AnnouncedTest,
  type ChannelReader,
  type Session,
  type StepRecord,
  type TestOrigin,
  type TestRecord,
  workerNumber,
} from '@testpoint/core';
import type { ChannelData, ChannelMessage, HookData, TestData } from '@testpoint/core/test-api';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import type { ModuleNotes } from '../in-test/attempt-notes.js';
import { type Announced, keepFile } from './kept-files.js';
import type { NameFilter } from './name-filter.js';
import { type ObservedAttempt, observedAttempt } from './observed-attempt.js';
import type { PrintedTexts } from './printed-texts.js';
import { fileOf, originOf, testNumbers, translateTest } from './translate.js';
import { isSkippedByAuthor, verdictOf } from './verdict.js';

/** Vitest's id of the first worker of its pool. */
const FIRST_WORKER = 1;

/** Data that the modules of a run share. */
export interface RunContext {
  readonly session: Session;
  /** The root project's root, absolute. */
  readonly idRoot: string;
  readonly filter: NameFilter;
  /** Undefined if no setup file runs. */
  readonly channel: ChannelReader | undefined;
  readonly printed: PrintedTexts;
  /** Whether the run ends after the first failures (bail). Then a failed test is the last one in its suites. */
  readonly bails: boolean;
}

/** A result that is waiting for its afterAll hooks. */
interface Held {
  record: TestRecord;
  announced: AnnouncedTest;
  /** Whether an afterAll hook was added to it since it was announced. */
  hasChanged: boolean;
  /** The suite whose end completes it. */
  until: string;
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
  readonly #begun = new Set<string>();
  readonly #recorded = new Set<string>();
  readonly #held = new Map<string, Held>();
  readonly #observed = new Map<string, ObservedAttempt[]>();
  readonly #identities = new Map<string, TestData[]>();
  readonly #afterAll = new Map<string, StepRecord[]>();
  /** Number of its worker, from 0. */
  #worker: number | undefined;
  #isChannelRead = false;
  /** Whether the tests run in a page. Then data of a test may arrive between two events of a batch. */
  readonly #hasPage: boolean;

  constructor(module: TestModule, run: RunContext) {
    this.#module = module;
    this.#run = run;
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
    this.#begun.add(test.id);
  }

  /** Keeps the files of attachments that Vitest announces, for the attempt that is running. */
  keep(test: TestCase, attachments: readonly (Announced | undefined)[]): void {
    this.#readChannel();
    const ended = this.#observed.get(test.id)?.length ?? 0;
    for (const attachment of attachments) keepFile(attachment, this.#run.session, ended);
  }

  /** @param whyPending the reason for a test that Vitest ends without a verdict */
  end(test: TestCase, whyPending: string): void {
    this.#readChannel();
    this.#record(test, whyPending);
  }

  endSuite(suite: TestSuite): void {
    this.#readChannel();
    this.#release(suite.id);
  }

  /** Vitest has ended the module, or never will: tests that it did not report did not run. */
  close(whyPending: string): void {
    this.#isChannelRead = false;
    this.#readChannel();
    this.#release();
    for (const test of this.#module.children.allTests()) this.#record(test, whyPending);
    this.#release();
    this.#run.channel?.remove(this.#module.id);
    this.#run.printed.forget(this.#module.id);
  }

  #record(test: TestCase, whyPending: string): void {
    if (this.#recorded.has(test.id)) return;
    this.#recorded.add(test.id);
    const began = this.#begun.delete(test.id);
    if (isSkippedByAuthor(test) && this.#run.filter.leavesOut(test)) return;
    const observed = this.#observed.get(test.id) ?? [];
    const record = translateTest(test, {
      file: this.#file,
      origin: this.#origin,
      verdict: verdictOf(test, began, whyPending),
      occurrence: this.#numbers.get(test.id) ?? 1,
      observed,
      identity: this.#identities.get(test.id) ?? [],
      worker: this.#worker,
    });
    this.#addOutput(test, record);
    record.attempts.at(-1)?.teardown.push(...(this.#afterAll.get(test.id) ?? []));
    this.#observed.delete(test.id);
    this.#identities.delete(test.id);
    this.#afterAll.delete(test.id);
    const until = this.#run.bails && record.status === 'failed' ? this.#module.id : observed.at(-1)?.holdFor;
    if (until === undefined) {
      this.#run.session.record(record);
      return;
    }
    // The journal needs it at once, because the process may be killed before the suite ends.
    const announced = this.#run.session.attempt(record);
    this.#held.set(test.id, { record, announced, hasChanged: false, until });
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

  /** @param suite its id; without it, all held results */
  #release(suite?: string): void {
    const { session } = this.#run;
    for (const [id, { record, announced, hasChanged, until }] of this.#held) {
      if (suite !== undefined && suite !== until) continue;
      this.#held.delete(id);
      if (hasChanged) session.record(record, announced);
      else session.confirm(announced);
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
    else if (kind === 'identity') this.#takeIdentity(data);
    else if (kind === 'file') this.#worker = workerNumber((data as Partial<ModuleNotes>).worker, FIRST_WORKER);
    else if (kind === 'attempt' && !this.#recorded.has(data.key)) add(this.#observed, data.key, observedAttempt(data));
  }

  #takeIdentity({ key, test }: ChannelData['identity']): void {
    if (!this.#recorded.has(key)) add(this.#identities, key, test);
  }

  /** Belongs to the last test that the hook served, which is waiting for it or has not been announced yet. */
  #takeAfterAll({ key, hook }: HookData): void {
    const held = this.#held.get(key);
    if (held === undefined) {
      if (!this.#recorded.has(key)) add(this.#afterAll, key, hook);
      return;
    }
    held.record.attempts.at(-1)?.teardown.push(hook);
    held.hasChanged = true;
  }
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
