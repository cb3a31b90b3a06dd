import { append, each, weakGet, weakSet } from '@testpoint/core/built-ins';
import { tellReporter } from '@testpoint/core/test-api';
import { processKey } from './process.js';
import type { DeclaredProcess, DeclaredTest, RunnerTest } from './runner-types.js';
import { keyOf, type Place } from './test-key.js';

const { create } = Object;

/** How many tests of a parent are known, and how many of them have each name. */
interface Known {
  count: number;
  readonly names: Record<string, number>;
}

/**
 * The tests that this process has declared. The reporter learns of each before it runs, because Node passes its events on
 * later: those of the last turn are lost if the process is killed.
 */
export class DeclaredTests {
  readonly #known = new WeakMap<RunnerTest, Known>();
  readonly #paths = new WeakMap<RunnerTest, readonly Place[]>();

  /** All that is declared so far around a test, and beside it. */
  tell({ parent }: RunnerTest): void {
    const tests: DeclaredTest[] = [];
    if (parent !== null) this.#addAround(parent, tests);
    if (tests.length > 0) tellReporter('file', { process: processKey(), tests } satisfies DeclaredProcess);
  }

  /** What the reporter calls a test. */
  keyOf(test: RunnerTest): string {
    if (weakGet(this.#paths, test) === undefined) this.tell(test);
    return keyOf(processKey(), weakGet(this.#paths, test) ?? []);
  }

  #addAround(parent: RunnerTest, tests: DeclaredTest[]): void {
    if (parent.parent !== null) this.#addAround(parent.parent, tests);
    this.#addOf(parent, tests);
  }

  #addOf(parent: RunnerTest, tests: DeclaredTest[]): void {
    const { subtests } = parent;
    const known = weakGet(this.#known, parent) ?? { count: 0, names: create(null) };
    weakSet(this.#known, parent, known);
    for (; known.count < subtests.length; known.count++) {
      const test = subtests[known.count] as RunnerTest;
      if (isFiltered(test, parent)) continue;
      const number = (known.names[test.name] ?? 0) + 1;
      known.names[test.name] = number;
      const path: Place[] = [];
      each(weakGet(this.#paths, parent) ?? [], (place) => append(path, place));
      append(path, [test.name, number]);
      weakSet(this.#paths, test, path);
      const { skipped, message, reportedType: type, loc, entryFile } = test;
      append(tests, { path, type, loc, entryFile, ...(skipped && { skip: message ?? true }) });
      if (test.subtests.length > 0) this.#addOf(test, tests);
    }
  }
}

/** Whether Node leaves it out without a word, which it decides when the tests around it begin. */
function isFiltered(test: RunnerTest, { runOnlySubtests, hasOnlyTests }: RunnerTest): boolean {
  if (test.filtered || test.filteredByName || test.filteredByTag) return true;
  if (test.root.harness?.isFilteringByOnly !== true || test.only === true || test.hasOnlyTests === true) return false;
  return runOnlySubtests || hasOnlyTests === true || test.only === false;
}
