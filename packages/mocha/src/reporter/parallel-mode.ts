import { existsSync } from 'node:fs';
import type { StepRecord } from '@testpoint/core';
import { ChannelReader, mergedTestData, type Session, workerNumber } from '@testpoint/core/adapter';
import { CHANNEL_VARIABLE, type ChannelMessage, type TestData, TestNumbers } from '@testpoint/core/test-api';
import type { DeclaredFile } from '../in-test/declared-file.js';
import type { MochaHook, MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { OWNER_VARIABLE } from '../in-test/setup-process.js';
import { declaredTest, idOf } from '../in-test/test-tree.js';
import { unseenInParallel } from './messages.js';
import type { Identity, SeenAttempt } from './open-test.js';
import { workerEnded } from './result-messages.js';
import type { RunMode, SilentTest, Warn } from './run-mode.js';
import { isSelected } from './suite-tree.js';
import { fileOf } from './translate.js';

interface Declared extends SilentTest {
  /** Ids of the enclosing suites. */
  suites: string[];
}

/** Mocha's id of its first worker. */
const FIRST_WORKER = 0;

/**
 * Tests run in workers: they are known once their file's events arrive, and before that if the setup file declares them there.
 * Remembers the tests of a file until the next file's events arrive, and the setup file's observations until the events do that
 * they belong to. A worker writes all of them before it hands over its file's events.
 */
export class ParallelMode implements RunMode {
  readonly live = false;
  readonly unseen = unseenInParallel;
  readonly lost = workerEnded;
  readonly #idRoot: string;
  readonly #runner: MochaRunner;
  readonly #reader: ChannelReader;
  readonly #directory: string;
  hasSeen = false;
  readonly #warn: Warn;
  /** By id, in declaration order. */
  readonly #declared = new Map<string, Declared>();
  /** The file whose events are arriving, as far as it is known. */
  #file = '';
  /** For its tests that were not declared. Mocha has no events of filtered tests. */
  #numbers = new TestNumbers();
  #identities = new Map<string, Identity>();
  /** Id of the root suite whose events are arriving. */
  #rootId: string | undefined;
  /** Runs of each hook in order, by the hook's id. */
  readonly #hooks = new Map<string, StepRecord[]>();
  readonly #attempts = new Map<string, SeenAttempt>();
  readonly #said = new Map<string, TestData[]>();

  /** @param warn receives warnings of the test API */
  constructor({ channelDirectory }: Session, runner: MochaRunner, idRoot: string, warn: Warn) {
    this.#idRoot = idRoot;
    this.#runner = runner;
    this.#directory = channelDirectory ?? '';
    this.#reader = new ChannelReader(this.#directory);
    this.#warn = warn;
    if (channelDirectory === undefined) return;
    // Workers copy the environment when they start, which is later.
    process.env[CHANNEL_VARIABLE] = channelDirectory;
    process.env[OWNER_VARIABLE] = String(process.pid);
  }

  beginFile(root: MochaSuite): void {
    this.readRest();
    this.#rootId = root.__mocha_id__;
    this.#file = this.silent()[0]?.identity.file ?? '';
    this.#numbers = new TestNumbers();
    this.#identities = new Map();
  }

  endFile(): void {
    for (const { id } of this.silent()) this.#declared.delete(id);
    this.#rootId = undefined;
  }

  readRest(): void {
    // Without the folder, nothing can arrive.
    this.hasSeen ||= !existsSync(this.#directory);
    this.#reader.read((message) => {
      this.hasSeen = true;
      this.#take(message);
    });
  }

  end(): void {
    for (const name of [CHANNEL_VARIABLE, OWNER_VARIABLE]) delete process.env[name];
  }

  identify(test: MochaTest): Identity {
    // A retried test is known by the id of its first attempt.
    const id = idOf(declaredTest(test));
    const known = this.#declared.get(id)?.identity ?? this.#identities.get(id);
    if (known !== undefined) return known;
    const titlePath = test.titlePath();
    const occurrence = this.#numbers.next(titlePath);
    // A test that was added during the run has no file of its own.
    this.#file = fileOf(test, this.#idRoot) || this.#file;
    const identity = { key: {}, file: this.#file, titlePath, occurrence };
    this.#identities.set(id, identity);
    return identity;
  }

  /** Without a suite: the tests of the file whose events are arriving, or all tests when the run is over. */
  silent(suite?: MochaSuite): SilentTest[] {
    const id = suite?.__mocha_id__ ?? this.#rootId;
    return [...this.#declared.values()].filter(({ suites }) => id === undefined || suites.includes(id));
  }

  takeHook(hook: MochaHook): StepRecord | undefined {
    const runs = this.#hooks.get(idOf(hook));
    const run = runs?.shift();
    if (runs?.length === 0) this.#hooks.delete(idOf(hook));
    return run;
  }

  attempt(test: MochaTest): SeenAttempt | undefined {
    const id = idOf(test);
    const attempt = this.#attempts.get(id);
    this.#attempts.delete(id);
    this.#said.delete(id);
    return attempt;
  }

  identityOf(id: string): TestData | undefined {
    const said = this.#said.get(id);
    return said && mergedTestData(said);
  }

  #take({ kind, data }: ChannelMessage): void {
    if (kind === 'file') this.#declare(data as DeclaredFile);
    else if (kind === 'hook') add(this.#hooks, data.key, data.hook);
    else if (kind === 'attempt') this.#attempts.set(data.key, data);
    else if (kind === 'identity') add(this.#said, data.key, data.test);
    else if (kind === 'warning') this.#warn(data);
  }

  #declare({ file: path, worker: id, tests }: DeclaredFile): void {
    const file = fileOf({ file: path }, this.#idRoot);
    const worker = workerNumber(id, FIRST_WORKER);
    for (const { id, titlePath, suites, skipped, occurrence } of tests) {
      if (!isSelected(this.#runner, titlePath)) continue;
      const identity = { key: {}, file, titlePath, occurrence, worker };
      this.#declared.set(id, { id, identity, suites, skipped: skipped === true });
    }
  }
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
