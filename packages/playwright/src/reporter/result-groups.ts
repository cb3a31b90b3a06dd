import type { Suite, TestCase } from '@playwright/test/reporter';

/** The tests that become one result: a single test, or its repeats with `repeatEach`. */
export interface ResultGroup {
  tests: TestCase[];
  /** Number among tests with equal project, file and title path, from 1. */
  occurrence: number;
}

/** Groups repeats of the same test, and numbers different tests with the same name. Other tests cost nothing here. */
export class ResultGroups {
  readonly #groups = new Map<TestCase, ResultGroup>();

  constructor(root: Suite) {
    const byProject = new Map<string, Suite[]>();
    for (const suite of root.suites) {
      const name = suite.project()?.name ?? '';
      byProject.set(name, [...(byProject.get(name) ?? []), suite]);
    }
    for (const suites of byProject.values()) {
      if (suites.length > 1 || (suites[0]?.project()?.repeatEach ?? 1) > 1) this.#group(suites);
    }
  }

  of(test: TestCase): ResultGroup {
    return this.#groups.get(test) ?? { tests: [test], occurrence: 1 };
  }

  /** Projects without a name may contain the same tests. */
  #group(projects: readonly Suite[]): void {
    const occurrences = new Map<string, number>();
    for (const project of projects) {
      const groups = new Map<string, ResultGroup>();
      for (const test of project.allTests()) {
        const key = test.titlePath().slice(2).join('\u001e');
        let group = groups.get(key);
        if (group === undefined) {
          group = { tests: [], occurrence: (occurrences.get(key) ?? 0) + 1 };
          occurrences.set(key, group.occurrence);
          groups.set(key, group);
        }
        group.tests.push(test);
        this.#groups.set(test, group);
      }
    }
  }
}
