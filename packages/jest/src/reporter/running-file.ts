import type { AnnouncedTest, TestRecord } from '@testpoint/core';
import type { TestCase, TestCaseStart, TestFile } from '../in-test/jest-types.js';

/** A test case whose end Jest has announced, maybe one of several attempts. */
export interface EndedCase {
  titles: string[];
  result: TestCase;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  /** How many tests of these titles had been run by then, this one included. */
  nth: number;
  /** The test so far, as the session was told. */
  announced?: AnnouncedTest;
}

/** A test case whose begin Jest has announced. */
export interface StartedCase {
  titles: string[];
  key: string;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
}

/** What Jest has announced of one test file while it runs; given up with the file's own result. */
export class RunningFile {
  /** Relative to the id root, posix separators. */
  readonly name: string;
  /** As Jest says at the begin; the events of test cases know only the path. Several: the same file in several projects. */
  readonly contexts: TestFile[] = [];
  /** In the order of their ends. */
  readonly ended: EndedCase[] = [];
  /** Begun, and not ended yet. */
  readonly started: StartedCase[] = [];
  #maybeAgain = false;
  #firstKey: string | undefined;
  readonly #endedByTitles = new Map<string, EndedCase[]>();
  /** What the session was told last of each test, by project, occurrence and titles. */
  readonly #announced = new Map<string, AnnouncedTest>();

  constructor(name: string) {
    this.name = name;
  }

  start(info: TestCaseStart): void {
    const titles = titlesOf(info);
    this.started.push({ titles, key: keyOf(titles), startedAt: info.startedAt ?? undefined });
  }

  end(result: TestCase): EndedCase {
    const titles = titlesOf(result);
    const key = keyOf(titles);
    const startedAt = this.#takeStart(key);
    const isFirst = invocationOf(result) === 1;
    const alike = this.#endedByTitles.get(key);
    const nth = (alike?.at(-1)?.nth ?? 0) + (isFirst ? 1 : 0);
    const ended = { titles, result, startedAt: result.startedAt ?? startedAt, nth };
    this.ended.push(ended);
    if (this.started.length > 0 || (this.#firstKey === key && isFirst)) this.#maybeAgain = true;
    this.#firstKey ??= key;
    if (alike === undefined) this.#endedByTitles.set(key, [ended]);
    else alike.push(ended);
    return ended;
  }

  /** Jest may have started the file again after its worker exited: then equal titles do not tell tests apart. */
  get maybeAgain(): boolean {
    return this.#maybeAgain;
  }

  /** Ended test cases of these titles: attempts, and other tests of the same name. */
  alike(titles: readonly string[]): readonly EndedCase[] {
    return this.#endedByTitles.get(keyOf(titles)) ?? [];
  }

  /** What the session was told last of a record's test; once, since no other result may take its place. */
  takeAnnounced(record: TestRecord): AnnouncedTest | undefined {
    const name = nameOf(record);
    const announced = this.#announced.get(name);
    this.#announced.delete(name);
    return announced;
  }

  rememberAnnounced(announced: AnnouncedTest): void {
    this.#announced.set(nameOf(announced.record), announced);
  }

  /** The oldest begin of these titles that has no end yet. */
  #takeStart(key: string): number | undefined {
    for (let index = 0; index < this.started.length; index += 1) {
      if (this.started[index]?.key === key) return this.started.splice(index, 1)[0]?.startedAt;
    }
    return undefined;
  }
}

/** Tells tests of a file apart in all projects. */
function nameOf({ project = '', occurrence = 1, titlePath }: TestRecord): string {
  return `${project}\0${occurrence}\0${keyOf(titlePath)}`;
}

/** Tells tests of a file apart by their titles. */
export function keyOf(titles: readonly string[]): string {
  return titles.length === 1 ? (titles[0] ?? '') : titles.join('\0');
}

export function titlesOf({ ancestorTitles, title }: TestCaseStart): string[] {
  return ancestorTitles.length === 0 ? [title] : [...ancestorTitles, title];
}

/** 1-based number of the attempt. */
export function invocationOf(result: TestCase): number {
  return result.invocations ?? 1;
}
