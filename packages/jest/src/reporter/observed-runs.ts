import type { ChannelReader } from '@testpoint/core';
import type { AttemptData, TestData } from '@testpoint/core/test-api';
import { keyOf } from './running-file.js';

/** What the setup file saw of one run of a test file. */
export class ObservedRun {
  readonly file: string;
  /** Titles of every test, in the order of declaration. */
  readonly tests: readonly string[][];
  /** Places of those that were not to be run. */
  readonly skipped: ReadonlySet<number>;
  /** When its attempts began, epoch milliseconds; known once it has ended. */
  begins: readonly unknown[] = [];
  /** By the test's place, in the order of the attempts. */
  readonly #attempts = new Map<number, ObservedAttempt[]>();
  readonly #said = new Map<number, TestData>();
  #places: Map<string, number[]> | undefined;

  constructor(file: string, tests: readonly string[][], skipped: readonly number[]) {
    this.file = file;
    this.tests = tests;
    this.skipped = new Set(skipped);
  }

  /** Place of the nth test of these titles. */
  placeOf(titles: readonly string[], occurrence: number): number | undefined {
    this.#places ??= placesByTitles(this.tests);
    return this.#places.get(keyOf(titles))?.[occurrence - 1];
  }

  /** Those that told anything that Jest does not. */
  attemptsOf(place: number | undefined): readonly ObservedAttempt[] {
    return (place === undefined ? undefined : this.#attempts.get(place)) ?? [];
  }

  /** Who a test says it is, known before its attempt ends. */
  saidBy(place: number | undefined): TestData | undefined {
    return place === undefined ? undefined : this.#said.get(place);
  }

  add(place: number, attempt: ObservedAttempt): void {
    const attempts = this.#attempts.get(place);
    if (attempts === undefined) this.#attempts.set(place, [attempt]);
    else attempts.push(attempt);
  }

  say(place: number, said: TestData): void {
    this.#said.set(place, said);
  }
}

export interface ObservedAttempt {
  /** 1-based. */
  invocation: number;
  data: AttemptData;
}

/** What the setup files of all workers have sent, by run, until the file's result has come. */
export class ObservedRuns {
  /** Some setup file has been heard of. */
  heard = false;
  /** Some test says who it is: then what was sent must be known whenever a test ends. */
  namesTests = false;
  readonly #reader: ChannelReader;
  readonly #warn: (text: string) => void;
  readonly #runs = new Map<string, ObservedRun>();
  #readAt = 0;

  constructor(reader: ChannelReader, warn: (text: string) => void) {
    this.#reader = reader;
    this.#warn = warn;
  }

  /** @param patience milliseconds that what was sent may go unread */
  read(patience = 0): void {
    const now = Date.now();
    if (now - this.#readAt < patience) return;
    this.#readAt = now;
    this.#reader.read((kind, data) => {
      this.heard = true;
      if (typeof data === 'object' && data !== null) this.#take(kind, data as Record<string, unknown>);
    });
  }

  /** Several after a crash, or where the same file runs in several projects. In the order in which they began. */
  of(file: string): ObservedRun[] {
    return [...this.#runs.values()].filter((run) => run.file === file);
  }

  forget(runs: readonly ObservedRun[]): void {
    for (const [id, run] of this.#runs) if (runs.includes(run)) this.#runs.delete(id);
  }

  #take(kind: string, data: Record<string, unknown>): void {
    if (kind === 'file') this.#takeFile(data);
    else if (kind === 'begins') this.#takeBegins(data);
    else if (kind === 'attempt') this.#takeAttempt(data);
    else if (kind === 'afterAll') this.#takeAfterAll(data);
    else if (kind === 'identity') this.#takeIdentity(data);
    else if (kind === 'warning' && typeof data.text === 'string') this.#warn(data.text);
  }

  #takeFile({ run, file, tests, skipped }: Record<string, unknown>): void {
    if (typeof run !== 'string' || typeof file !== 'string' || !Array.isArray(tests) || !Array.isArray(skipped)) return;
    this.#runs.set(run, new ObservedRun(file, tests, skipped));
  }

  #takeBegins({ run, begins }: Record<string, unknown>): void {
    const ended = typeof run === 'string' ? this.#runs.get(run) : undefined;
    if (ended !== undefined && Array.isArray(begins)) ended.begins = begins;
  }

  #takeAttempt(data: Record<string, unknown>): void {
    const attempt = this.#reader.attempt(data);
    const at = this.#find(data.key);
    if (attempt !== undefined && at !== undefined) at.run.add(at.place, { invocation: at.invocation, data: attempt });
  }

  #takeAfterAll(data: Record<string, unknown>): void {
    const hook = this.#reader.step(data.hook);
    const at = this.#find(data.key);
    const attempt = at?.run.attemptsOf(at.place).find(({ invocation }) => invocation === at.invocation);
    if (hook !== undefined) attempt?.data.teardown.push(hook);
  }

  #takeIdentity({ key, externalId, testCases }: Record<string, unknown>): void {
    const at = this.#find(key);
    if (at === undefined) return;
    this.namesTests = true;
    const said: TestData = {};
    if (typeof externalId === 'string') said.externalId = externalId;
    if (Array.isArray(testCases)) said.testCases = testCases.filter((id): id is number => typeof id === 'number');
    at.run.say(at.place, said);
  }

  /** An attempt's key is `run:place:invocation`. */
  #find(key: unknown): { run: ObservedRun; place: number; invocation: number } | undefined {
    const [id, place, invocation] = typeof key === 'string' ? key.split(':') : [];
    const run = id === undefined ? undefined : this.#runs.get(id);
    return run === undefined ? undefined : { run, place: Number(place), invocation: Number(invocation) };
  }
}

function placesByTitles(tests: readonly string[][]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, titles] of tests.entries()) {
    const key = keyOf(titles);
    const alike = places.get(key);
    if (alike === undefined) places.set(key, [place]);
    else alike.push(place);
  }
  return places;
}
