import type { Suite, TestCase } from '@playwright/test/reporter';
import { TestNumbers } from '@testpoint/core/test-api';

/** The tests that become one result: a single test, or its repeats with `repeatEach`. */
export interface ResultGroup {
  tests: [TestCase, ...TestCase[]];
  /** From `TestNumbers`. Playwright does not tell reporters about tests that a pattern filters out, so these don't count. */
  occurrence: number;
}

/** Groups repeats of the same test, and numbers different tests with the same id. Other tests cost no memory. */
export class ResultGroups {
  readonly #groups = new Map<TestCase, ResultGroup>();
  readonly #whole: ResultGroups | undefined;

  /** @param whole the groups of the run before a shard, for example, has left out tests. They keep their numbers */
  constructor(root: Suite, whole?: ResultGroups) {
    this.#whole = whole;
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
   * Within a project, equal titles in a file are repeats. In merged reports, which are never known as a whole, each shard has a
   * project of its own, with other repeats.
   * @param suites of one file, in the order of their projects
   */
  #group(suites: readonly Suite[]): void {
    const numbers = new TestNumbers();
    const groups = new Map<string, ResultGroup[]>();
    let inProject = new Map<string, ResultGroup>();
    let project: Suite | undefined;
    for (const suite of suites) {
      if (suite.parent !== project) inProject = new Map();
      project = suite.parent;
      for (const test of suite.allTests()) {
        const titles = test.titlePath().slice(3);
        const key = titles.join('\u001e');
        const known = groups.get(key) ?? [];
        let group = inProject.get(key);
        if (this.#whole === undefined) {
          group ??= known.find(({ tests }) => tests.every((other) => isRepeat(other, test)));
        }
        if (group !== undefined) group.tests.push(test);
        else {
          group = { tests: [test], occurrence: this.#whole?.of(test).occurrence ?? numbers.next(titles) };
          groups.set(key, [...known, group]);
        }
        inProject.set(key, group);
      }
    }
    // `of` can make the others itself.
    for (const group of [...groups.values()].flat()) {
      if (group.tests.length > 1 || group.occurrence > 1) for (const test of group.tests) this.#groups.set(test, group);
    }
  }
}

function isRepeat({ repeatEachIndex }: TestCase, of: TestCase): boolean {
  return repeatEachIndex !== of.repeatEachIndex;
}
