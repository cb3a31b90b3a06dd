import type { TestRecord } from '@testpoint/core';
import { type Session, TestLedger } from '@testpoint/core/adapter';
import { TestNumbers } from '@testpoint/core/test-api';
import type { TestCase, TestCaseStart, TestFile } from '../in-test/jest-types.js';
import type { NamedProject } from './project-names.js';

/** The location of a test. */
export interface TestLocation extends NamedProject {
  /** Relative to the id root, posix separators. */
  file: string;
  titles: string[];
  /** Number among the file's tests with the same titles, from 1. */
  occurrence: number;
  /** From `TestNumbers`. */
  number: number;
  /** Number of its worker, from 0. */
  worker: number | undefined;
  /** Whether it was declared with test.failing, if only the setup file knows. */
  failing?: boolean | undefined;
}

/** A test case that has ended; it may be one of several attempts. */
export interface EndedCase {
  titles: string[];
  result: TestCase;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  /** How many tests with these titles had run by then, including this one. */
  nth: number;
  /** From `TestNumbers`, if it was asked for. */
  number?: number;
  /** The test so far, as the ledger got it. */
  record?: TestRecord;
}

/** A test case that has begun. */
export interface StartedCase {
  titles: string[];
  key: string;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
}

/** Jest's events about one test file while it runs. Dropped when the file's own result arrives. */
export class RunningFile {
  /** Relative to the id root, posix separators. */
  readonly name: string;
  /**
   * The projects, which Jest names at the start; events of test cases contain only the path. Several if the same file
   * runs in several projects.
   */
  readonly contexts: TestFile[] = [];
  /** In the order in which they ended. */
  readonly ended: EndedCase[] = [];
  /** Tests that have begun and not ended. */
  readonly started: StartedCase[] = [];
  /** Whether Jest may have started the file again after its worker exited. Then equal titles do not distinguish tests. */
  maybeAgain = false;
  #firstKey: string | undefined;
  readonly #endedByTitles = new Map<string, EndedCase[]>();
  /** What the ledger knows each test by, by project, occurrence and titles. */
  readonly #keys = new Map<string, object>();
  readonly #numbers = new TestNumbers();
  readonly ledger: TestLedger<object>;

  constructor(name: string, session: Session) {
    this.name = name;
    this.ledger = new TestLedger(session);
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
    const before = alike?.at(-1);
    const nth = (before?.nth ?? 0) + (isFirst ? 1 : 0);
    const ended = { titles, result, startedAt: result.startedAt ?? startedAt, nth };
    this.ended.push(ended);
    if (this.started.length > 0 || (this.#firstKey === key && isFirst)) this.maybeAgain = true;
    this.#firstKey ??= key;
    if (alike === undefined) this.#endedByTitles.set(key, [ended]);
    else alike.push(ended);
    return ended;
  }

  /** Ended test cases with these titles: attempts, and other tests with the same name. */
  alike(titles: readonly string[]): readonly EndedCase[] {
    return this.#endedByTitles.get(keyOf(titles)) ?? [];
  }

  /** The number of a test that has ended, if only such tests are known. */
  numberOf(first: EndedCase): number {
    first.number ??= this.#numbers.next(first.titles);
    return first.number;
  }

  /** What the ledger knows a test by. */
  keyOf({ project = '', occurrence, titles }: TestLocation): object {
    const name = `${project}\0${occurrence}\0${keyOf(titles)}`;
    const key = this.#keys.get(name) ?? {};
    this.#keys.set(name, key);
    return key;
  }

  /** The oldest started test with these titles that has not ended. */
  #takeStart(key: string): number | undefined {
    const index = this.started.findIndex((started) => started.key === key);
    return index < 0 ? undefined : this.started.splice(index, 1)[0]?.startedAt;
  }
}

/** Identifies a test of a file by its titles. */
export function keyOf(titles: readonly string[]): string {
  return titles.length === 1 ? (titles[0] ?? '') : titles.join('\0');
}

export function titlesOf({ ancestorTitles, title }: TestCaseStart): string[] {
  return ancestorTitles.length === 0 ? [title] : [...ancestorTitles, title];
}

/** Number of the attempt, from 1. */
export function invocationOf(result: TestCase): number {
  return result.invocations ?? 1;
}
