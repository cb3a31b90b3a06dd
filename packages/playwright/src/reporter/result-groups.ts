import type { Suite, TestCase } from '@playwright/test/reporter';
import { TestNumbers } from '@testpoint/core/test-api';

/** The tests that become one result: a single test, or its repeats with `repeatEach`. */
export interface ResultGroup {
  tests: [TestCase, ...TestCase[]];
  /** From `TestNumbers`. Playwright does not tell reporters about filtered tests, so these don't count. */
  occurrence: number;
}

/** Groups repeats of the same test, and numbers different tests with the same id. Other tests cost no memory. */
export class ResultGroups {
  readonly #groups = new Map<TestCase, ResultGroup>();

  constructor(root: Suite) {
    // Projects without a name may contain the same files, and a project contains a file once for each repeat.
    const files = new Map<string, Suite[]>();
    for (const project of root.suites) {
      for (const file of project.suites) {
        const key = `${project.project()?.name ?? ''}\0${file.location?.file ?? file.title}`;
        files.set(key, [...(files.get(key) ?? []), file]);
      }
    }
    for (const suites of files.values()) this.#group(suites);
  }

  of(test: TestCase): ResultGroup {
    return this.#groups.get(test) ?? { tests: [test], occurrence: 1 };
  }

  /**
   * Within a project, equal titles in a file are repeats. A merged report has all of them in one suite.
   * @param suites of one file, in the order of their projects
   */
  #group(suites: readonly Suite[]): void {
    const numbers = new TestNumbers();
    let inProject = new Map<string, ResultGroup>();
    let project: Suite | undefined;
    for (const suite of suites) {
      if (suite.parent !== project) {
        this.#keep(inProject);
        inProject = new Map();
      }
      project = suite.parent;
      for (const test of suite.allTests()) {
        const titles = test.titlePath().slice(3);
        const key = titles.join('\u001e');
        const known = inProject.get(key);
        if (known === undefined) inProject.set(key, { tests: [test], occurrence: numbers.next(titles) });
        else known.tests.push(test);
      }
    }
    this.#keep(inProject);
  }

  /** Keeps only groups that `of` could not make itself. */
  #keep(groups: ReadonlyMap<string, ResultGroup>): void {
    for (const group of groups.values()) {
      if (group.tests.length > 1 || group.occurrence > 1) for (const test of group.tests) this.#groups.set(test, group);
    }
  }
}
