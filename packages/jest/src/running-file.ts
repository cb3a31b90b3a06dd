import type { TestCase, TestCaseStart, TestFile } from './jest-types.js';

/** A test case whose end Jest has announced, maybe one of several attempts. */
export interface EndedCase {
  titles: string[];
  result: TestCase;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
}

/** A test case whose begin Jest has announced. */
export interface StartedCase {
  titles: string[];
  startedAt: number | undefined;
}

/** What Jest has announced of one test file while it runs; given up with the file's own result. */
export class RunningFile {
  /** As Jest says at the begin; the events of test cases know only the path. Several: the same file in several projects. */
  readonly contexts: TestFile[] = [];
  /** In the order of their ends. */
  readonly ended: EndedCase[] = [];
  /** Begun, and not ended yet. */
  readonly started: StartedCase[] = [];
  #maybeAgain = false;
  readonly #endedByTitles = new Map<string, EndedCase[]>();

  start(info: TestCaseStart): void {
    this.started.push({ titles: [...info.ancestorTitles, info.title], startedAt: info.startedAt ?? undefined });
  }

  end(result: TestCase): EndedCase {
    const titles = [...result.ancestorTitles, result.title];
    const key = keyOf(titles);
    const isFirstAgain = this.ended[0] !== undefined && keyOf(this.ended[0].titles) === key;
    const begun = this.started.findIndex((started) => keyOf(started.titles) === key);
    const [start] = begun < 0 ? [] : this.started.splice(begun, 1);
    const ended = { titles, result, startedAt: result.startedAt ?? start?.startedAt };
    this.ended.push(ended);
    if ((isFirstAgain && (result.invocations ?? 1) === 1) || this.started.length > 0) this.#maybeAgain = true;
    const alike = this.#endedByTitles.get(key);
    if (alike === undefined) this.#endedByTitles.set(key, [ended]);
    else alike.push(ended);
    return ended;
  }

  /** Jest may have begun the file anew, after its worker exited: then equal titles do not tell tests apart. */
  get maybeAgain(): boolean {
    return this.#maybeAgain;
  }

  /** Ended test cases of these titles: attempts, and other tests of the same name. */
  alike(titles: readonly string[]): readonly EndedCase[] {
    return this.#endedByTitles.get(keyOf(titles)) ?? [];
  }
}

/** Tells tests of a file apart by their titles. */
export function keyOf(titles: readonly string[]): string {
  return titles.join('\0');
}
