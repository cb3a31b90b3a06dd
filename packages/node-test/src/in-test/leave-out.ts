import { each, weakGet, weakSet } from '@testpoint/core/built-ins';
import { type Selection, TestNumbers } from '@testpoint/core/test-api';
import type { RunnerTest } from './runner-types.js';

const nothing = Function.prototype as unknown as RunnerTest['fn'];

/** The tests of a process that `testpoint exec` leaves out. */
export class LeftOut {
  readonly #selection: Selection;
  readonly #process: string;
  readonly #numbersOf: Record<string, TestNumbers> = Object.create(null);
  readonly #numbers = new WeakMap<RunnerTest, number>();

  /** @param process its only file, if it has only one */
  constructor(selection: Selection, process: string) {
    this.#selection = selection;
    this.#process = process;
  }

  /** A selected test runs all of its own tests, and one above a selected test runs, too. */
  includes(test: RunnerTest): boolean {
    for (let one: RunnerTest | null = test; one !== null && one.parent !== null; one = one.parent)
      if (one.reportedType !== 'suite' && !this.#selection.leavesOut(this.#named(one))) return false;
    return !this.#selection.isAbove(this.#named(test));
  }

  #named(test: RunnerTest) {
    if (weakGet(this.#numbers, test) === undefined) this.#numberTests(rootOf(test));
    const { titlePath, file } = this.#place(test);
    return { file, titlePath, occurrence: weakGet(this.#numbers, test) };
  }

  /** In the order of their declaration, as far as they are known. */
  #numberTests({ subtests }: RunnerTest): void {
    each(subtests, (test) => {
      if (test.reportedType !== 'suite' && weakGet(this.#numbers, test) === undefined) {
        const { titlePath, file } = this.#place(test);
        this.#numbersOf[file] ??= new TestNumbers();
        weakSet(this.#numbers, test, this.#numbersOf[file].next(titlePath));
      }
      this.#numberTests(test);
    });
  }

  #place(test: RunnerTest): { titlePath: string[]; file: string } {
    const path = this.#process || (test.entryFile ?? test.loc?.file ?? '');
    return { titlePath: titlesOf(test), file: this.#selection.fileOf(path) };
  }
}

/** The runner then calls neither its hooks nor its function, and skips it. */
export function leaveOut(test: RunnerTest): void {
  test.fn = nothing;
  test.skipped = true;
}

function rootOf(test: RunnerTest): RunnerTest {
  return test.parent === null ? test : rootOf(test.parent);
}

function titlesOf({ parent, name }: RunnerTest): string[] {
  const titles = parent === null || parent.parent === null ? [] : titlesOf(parent);
  titles[titles.length] = name;
  return titles;
}
