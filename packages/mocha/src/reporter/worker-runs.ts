import { type ChannelReader, mergedTestData, type StepRecord } from '@testpoint/core';
import type { ChannelData, ChannelMessage, TestData } from '@testpoint/core/test-api';
import type { DeclaredFile, DeclaredTest } from '../in-test/declared-file.js';
import type { MochaHook, MochaTest } from '../in-test/mocha-types.js';
import type { RunSource } from './held-test.js';
import type { SeenAttempt } from './open-test.js';
import type { ParallelRoster } from './parallel-roster.js';

/** Parallel mode: holds the setup file's observations from the workers until the events they belong to arrive. */
export class WorkerRuns implements RunSource {
  readonly #reader: ChannelReader;
  readonly #roster: ParallelRoster;
  readonly #warn: (warning: ChannelData['warning']) => void;
  /** Runs of each hook in order, by the hook's id. */
  readonly #hooks = new Map<string, StepRecord[]>();
  readonly #attempts = new Map<string, SeenAttempt>();
  readonly #identities = new Map<string, TestData[]>();
  /** Whether the setup file is loaded: it has observed something. */
  hasSeen = false;

  constructor(reader: ChannelReader, roster: ParallelRoster, warn: (warning: ChannelData['warning']) => void) {
    this.#reader = reader;
    this.#roster = roster;
    this.#warn = warn;
  }

  /** Reads new data. A worker writes all of it before it hands over its file's events. */
  read(): void {
    this.#reader.read((message) => {
      this.hasSeen = true;
      this.#take(message);
    });
  }

  takeHook(hook: MochaHook): Partial<StepRecord> | undefined {
    const id = hook.__mocha_id__ ?? '';
    const runs = this.#hooks.get(id);
    const run = runs?.shift();
    if (runs?.length === 0) this.#hooks.delete(id);
    if (run === undefined) return undefined;
    const { title: _, status: __, error: ___, ...seen } = run;
    return seen;
  }

  attempt(test: MochaTest): SeenAttempt | undefined {
    const id = test.__mocha_id__ ?? '';
    const attempt = this.#attempts.get(id);
    this.#attempts.delete(id);
    this.#identities.delete(id);
    return attempt;
  }

  /** The known identity of a test that began and never ended. */
  identityOf(id: string): TestData | undefined {
    const said = this.#identities.get(id);
    return said && mergedTestData(said);
  }

  #take({ kind, data }: ChannelMessage): void {
    switch (kind) {
      case 'file':
        this.#takeFile(data);
        break;
      case 'hook':
        add(this.#hooks, data.key, data.hook);
        break;
      case 'attempt':
        this.#attempts.set(data.key, data);
        break;
      case 'identity':
        add(this.#identities, data.key, data.test);
        break;
      case 'warning':
        this.#warn(data);
        break;
    }
  }

  /** Drops everything that is not as the setup file sends it. */
  #takeFile({ file, worker, tests }: { [member in keyof DeclaredFile]?: unknown }): void {
    if (typeof file !== 'string' || !Array.isArray(tests)) return;
    this.#roster.declare({
      file,
      worker: typeof worker === 'string' ? worker : undefined,
      tests: tests.filter(isDeclared),
    });
  }
}

function isDeclared(test: unknown): test is DeclaredTest {
  const { id, titlePath, suites } = Object(test) as { [member in keyof DeclaredTest]?: unknown };
  return typeof id === 'string' && isTexts(titlePath) && isTexts(suites);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
