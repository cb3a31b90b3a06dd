import { TestNumbers, workerNumber } from '@testpoint/core';
import type { DeclaredFile } from '../in-test/declared-file.js';
import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity } from './open-test.js';
import type { Roster, SilentTest } from './roster.js';
import { fileOf } from './translate.js';

interface Declared extends SilentTest {
  /** Ids of the enclosing suites. */
  suites: string[];
}

/** Mocha's id of its first worker. */
const FIRST_WORKER = 0;

/** Whether `--grep` selects a test with these titles. */
export type TitleSelection = (titlePath: readonly string[]) => boolean;

/**
 * Parallel mode: tests are known once their file's events arrive, and before that from the setup file's declarations in the
 * workers. Remembers the tests of a file until the next file's events arrive.
 */
export class ParallelRoster implements Roster {
  readonly #idRoot: string;
  readonly #selects: TitleSelection;
  readonly #readChannel: () => void;
  /** By id, in declaration order. */
  readonly #declared = new Map<string, Declared>();
  /** For the file whose events are arriving, if its tests were not declared. Mocha has no events of filtered tests. */
  #numbers = new TestNumbers();
  #identities = new Map<string, Identity>();
  /** Id of the root suite whose events are arriving. */
  #rootId: string | undefined;
  /** The same, until the next one begins. */
  #lastRootId: string | undefined;

  /** @param readChannel reads the declarations of workers */
  constructor(idRoot: string, selects: TitleSelection, readChannel: () => void) {
    this.#idRoot = idRoot;
    this.#selects = selects;
    this.#readChannel = readChannel;
  }

  declare(declared: DeclaredFile): void {
    const file = fileOf(declared, this.#idRoot);
    const worker = workerNumber(declared.worker, FIRST_WORKER);
    const numbers = new TestNumbers();
    for (const { id, titlePath, suites, skipped } of declared.tests) {
      const occurrence = numbers.next(titlePath);
      if (!this.#selects(titlePath)) continue;
      const identity = { key: {}, file, titlePath, occurrence, worker };
      this.#declared.set(id, { id, identity, suites, skipped: skipped === true });
    }
  }

  beginFile(root: MochaSuite): void {
    this.#readChannel();
    for (const { id, suites } of this.#declared.values()) if (suites[0] === this.#lastRootId) this.#declared.delete(id);
    this.#rootId = root.__mocha_id__;
    this.#lastRootId = this.#rootId;
    this.#numbers = new TestNumbers();
    this.#identities = new Map();
  }

  endFile(): void {
    this.#rootId = undefined;
  }

  identify(test: MochaTest): Identity {
    // A retried test is known by the id of its first attempt.
    const id = test.retriedTest?.()?.__mocha_id__ ?? test.__mocha_id__ ?? '';
    const known = this.#declared.get(id)?.identity ?? this.#identities.get(id);
    if (known !== undefined) return known;
    const titlePath = test.titlePath();
    const occurrence = this.#numbers.next(titlePath);
    const identity = { key: {}, file: fileOf(test, this.#idRoot), titlePath, occurrence };
    this.#identities.set(id, identity);
    return identity;
  }

  /** Without a suite: the tests of the file whose events are arriving, or all tests when the run is over. */
  silent(suite?: MochaSuite): SilentTest[] {
    const id = suite?.__mocha_id__ ?? this.#rootId;
    return [...this.#declared.values()].filter(({ suites }) => id === undefined || suites.includes(id));
  }

  /** A file's events arrive all at once, so there is no point in looking ahead. */
  hasTestToRun(): boolean {
    return false;
  }
}
