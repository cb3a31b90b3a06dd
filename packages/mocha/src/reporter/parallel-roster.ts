import { TestNumbers, type TestStatus, workerNumber } from '@testpoint/core';
import type { AnnouncedFile, AnnouncedSuite } from '../in-test/announced-file.js';
import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity } from './open-test.js';
import type { HandedOver, Roster, SilentTest } from './roster.js';
import { fileOf } from './translate.js';

interface Planned {
  id: string;
  identity: Identity;
  skipped: boolean;
  /** Ids of the enclosing suites. */
  suites: string[];
}

/** Facts about tests that follow from their suite's position in the file. */
interface Above {
  file: string;
  worker: number | undefined;
  titlePath: string[];
  suites: string[];
  numbers: TestNumbers;
}

/** Mocha's id of its first worker. */
const FIRST_WORKER = 0;

/** Whether `--grep` selects a test with these titles. */
export type TitleSelection = (titlePath: readonly string[]) => boolean;

/**
 * Parallel mode: tests are known once their file's events arrive, and before that from the setup file's announcements in the
 * workers. Remembers the tests of files that have not ended yet.
 */
export class ParallelRoster implements Roster {
  readonly #idRoot: string;
  readonly #selects: TitleSelection;
  readonly #readChannel: () => void;
  /** By id, in declaration order. */
  readonly #planned = new Map<string, Planned>();
  /** For the file whose events are arriving, if its tests were not announced. Mocha has no events of filtered tests. */
  #numbers = new TestNumbers();
  #identities = new Map<string, Identity>();
  #handedOver = new Map<string, HandedOver>();
  #rootId: string | undefined;

  /** @param readChannel reads the announcements of workers */
  constructor(idRoot: string, selects: TitleSelection, readChannel: () => void) {
    this.#idRoot = idRoot;
    this.#selects = selects;
    this.#readChannel = readChannel;
  }

  announce(announced: AnnouncedFile): void {
    const file = fileOf(announced, this.#idRoot);
    const worker = workerNumber(announced.worker, FIRST_WORKER);
    this.#plan(announced.root, { file, worker, titlePath: [], suites: [], numbers: new TestNumbers() });
  }

  beginFile(root: MochaSuite): void {
    this.#readChannel();
    this.#rootId = root.__mocha_id__;
    this.#numbers = new TestNumbers();
    this.#identities = new Map();
    this.#handedOver = new Map();
  }

  endFile(): void {
    this.#rootId = undefined;
  }

  identify(test: MochaTest): Identity {
    const id = firstIdOf(test);
    const known = this.#planned.get(id)?.identity ?? this.#identities.get(id);
    if (known !== undefined) return known;
    const titlePath = test.titlePath();
    const identity = { file: fileOf(test, this.#idRoot), titlePath, occurrence: this.#numbers.next(titlePath) };
    this.#identities.set(id, identity);
    return identity;
  }

  /** Kept for a later correction of the same test, until the next file starts. */
  reported(test: MochaTest, _: TestStatus, as: HandedOver | undefined): void {
    const id = firstIdOf(test);
    const planned = this.#planned.get(id);
    if (planned !== undefined) this.#identities.set(id, planned.identity);
    this.#planned.delete(id);
    if (as !== undefined) this.#handedOver.set(id, as);
  }

  handedOver(test: MochaTest): HandedOver | undefined {
    return this.#handedOver.get(firstIdOf(test));
  }

  /** Without a suite: the tests of the file whose events are arriving, or all tests when the run is over. */
  takeSilent(suite?: MochaSuite): SilentTest[] {
    const id = suite?.__mocha_id__ ?? this.#rootId;
    const taken: SilentTest[] = [];
    for (const planned of this.#planned.values()) {
      if (id !== undefined && !planned.suites.includes(id)) continue;
      this.#planned.delete(planned.id);
      taken.push({ id: planned.id, identity: planned.identity, skipped: planned.skipped });
    }
    return taken;
  }

  /** A file's events arrive all at once, so there is no point in looking ahead. */
  hasTestToRun(): boolean {
    return false;
  }

  #plan(suite: AnnouncedSuite, above: Above): void {
    const { file, worker, numbers } = above;
    const suites = [...above.suites, suite.id];
    // The root suite has no title.
    const path = above.suites.length === 0 ? [] : [...above.titlePath, suite.title];
    for (const { id, title, skipped } of suite.tests) {
      const titlePath = [...path, title];
      const occurrence = numbers.next(titlePath);
      if (!this.#selects(titlePath)) continue;
      this.#planned.set(id, {
        id,
        identity: { file, titlePath, occurrence, worker },
        skipped: skipped === true,
        suites,
      });
    }
    for (const inner of suite.suites) this.#plan(inner, { ...above, titlePath: path, suites });
  }
}

/** A retried test is known by the id of its first attempt. */
function firstIdOf(test: MochaTest): string {
  return test.retriedTest?.()?.__mocha_id__ ?? test.__mocha_id__ ?? '';
}
