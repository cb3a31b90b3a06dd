import { type ChannelReader, workerNumber } from '@testpoint/core/adapter';
import {
  type AttemptData,
  type ChannelData,
  type ChannelMessage,
  type HookData,
  type TestData,
  TestNumbers,
} from '@testpoint/core/test-api';
import type { DeclaredFile } from '../in-test/declared-file.js';
import { keyOf } from './running-file.js';

/** Jest's id of its first worker. */
const FIRST_WORKER = 1;

/** The setup file's observations of one run of a test file. */
export class ObservedRun {
  readonly file: string;
  /** Titles of every test, in declaration order. */
  readonly tests: readonly string[][];
  /** Indexes of the tests that were not meant to run. */
  readonly skipped: ReadonlySet<number>;
  /** Indexes of the tests that are expected to fail. */
  failing: ReadonlySet<unknown> = new Set();
  /** Number of the worker, from 0. */
  readonly worker: number | undefined;
  /** When its attempts began, epoch milliseconds; known once the file has ended. */
  begins: readonly unknown[] = [];
  /** Indexes of the tests in the order of Jest's results, if Jest has shuffled them; known once the file has ended. */
  order: readonly unknown[] = [];
  /** By the test's index. */
  readonly #seen = new Map<number, ObservedTest>();
  #positions: Map<string, number[]> | undefined;
  #numbers: number[] | undefined;

  constructor(file: string, tests: readonly string[][], skipped: readonly number[], worker?: number) {
    this.file = file;
    this.tests = tests;
    this.skipped = new Set(skipped);
    this.worker = worker;
  }

  /**
   * Index of the nth test with these titles.
   * @param at its position among Jest's results
   */
  positionOf(titles: readonly string[], occurrence: number, at?: number): number | undefined {
    const position = at === undefined ? undefined : this.order[at];
    if (typeof position === 'number' && keyOf(this.tests[position] ?? []) === keyOf(titles)) return position;
    this.#positions ??= positionsByTitles(this.tests);
    return this.#positions.get(keyOf(titles))?.[occurrence - 1];
  }

  /** From `TestNumbers`. Filtered tests count, because the setup file sees all declarations. */
  numberAt(position: number | undefined): number | undefined {
    if (position === undefined) return undefined;
    if (this.#numbers === undefined) {
      const numbers = new TestNumbers();
      this.#numbers = this.tests.map((titles) => numbers.next(titles));
    }
    return this.#numbers[position];
  }

  testAt(position = -1): ObservedTest {
    const seen = this.#seen.get(position) ?? { attempts: [], identity: [] };
    this.#seen.set(position, seen);
    return seen;
  }
}

interface ObservedTest {
  /** Those with data that Jest does not have, in their order. */
  attempts: ObservedAttempt[];
  /** The identity that the test has set, known before its attempt ends. */
  identity: TestData[];
}

export interface ObservedAttempt {
  /** 1-based. */
  invocation: number;
  data: AttemptData;
}

/** Holds data from the setup files of all workers, by run, until the file's result arrives. */
export class ObservedRuns {
  /** Whether any test has set its identity. Then data must be read whenever a test ends. */
  namesTests = false;
  readonly #reader: ChannelReader;
  readonly #warn: (warning: ChannelData['warning']) => void;
  readonly #runs = new Map<string, ObservedRun>();
  #readAt = 0;

  constructor(reader: ChannelReader, warn: (warning: ChannelData['warning']) => void) {
    this.#reader = reader;
    this.#warn = warn;
  }

  /** @param patience how long data may stay unread, milliseconds */
  read(patience = 0): void {
    const now = Date.now();
    if (now - this.#readAt < patience) return;
    this.#readAt = now;
    this.#reader.read((message) => this.#take(message));
  }

  /** The file's runs in the order of their start: several after a crash, or if it runs in several projects. */
  of(file: string): ObservedRun[] {
    return [...this.#runs.values()].filter((run) => run.file === file);
  }

  lastOf(file: string): ObservedRun | undefined {
    let last: ObservedRun | undefined;
    for (const run of this.#runs.values()) if (run.file === file) last = run;
    return last;
  }

  forget(runs: readonly ObservedRun[]): void {
    for (const [id, run] of this.#runs) if (runs.includes(run)) this.#runs.delete(id);
  }

  #take({ kind, data }: ChannelMessage): void {
    if (kind === 'file') this.#takeFile(data as DeclaredFile);
    else if (kind === 'begins') this.#takeBegins(data);
    else if (kind === 'attempt') this.#takeAttempt(data);
    else if (kind === 'afterAll') this.#takeAfterAll(data);
    else if (kind === 'identity') this.#takeIdentity(data);
    else if (kind === 'warning') this.#warn(data);
  }

  #takeFile({ run, file, tests, skipped, failing, worker }: DeclaredFile): void {
    if (file === undefined) return;
    const observed = new ObservedRun(file, tests, skipped, workerNumber(worker, FIRST_WORKER));
    observed.failing = new Set(failing);
    this.#runs.set(run, observed);
  }

  #takeBegins({ run, begins, order = [] }: ChannelData['begins']): void {
    const ended = this.#runs.get(run);
    if (ended !== undefined) Object.assign(ended, { begins, order });
  }

  #takeAttempt(data: AttemptData): void {
    const at = this.#find(data.key);
    at?.test.attempts.push({ invocation: at.invocation, data });
  }

  #takeAfterAll({ key, hook }: HookData): void {
    const at = this.#find(key);
    const attempt = at?.test.attempts.find(({ invocation }) => invocation === at.invocation);
    attempt?.data.teardown.push(hook);
  }

  #takeIdentity({ key, test }: ChannelData['identity']): void {
    const at = this.#find(key);
    if (at === undefined) return;
    this.namesTests = true;
    at.test.identity.push(test);
  }

  /** An attempt's key is `run:position:invocation`. */
  #find(key: string): { test: ObservedTest; invocation: number } | undefined {
    const [id = '', position, invocation] = key.split(':');
    const run = this.#runs.get(id);
    return run && { test: run.testAt(Number(position)), invocation: Number(invocation) };
  }
}

function positionsByTitles(tests: readonly string[][]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, titles] of tests.entries()) {
    const key = keyOf(titles);
    const alike = positions.get(key);
    if (alike === undefined) positions.set(key, [position]);
    else alike.push(position);
  }
  return positions;
}
