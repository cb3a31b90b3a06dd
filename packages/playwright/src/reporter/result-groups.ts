import type { Suite, TestCase } from '@playwright/test/reporter';

/** The tests that become one result: one, or with `repeatEach` its repeats. */
export interface ResultGroup {
  tests: TestCase[];
  /** 1-based place among equal (project, file, title path). */
  occurrence: number;
}

/** Knows which tests are repeats of one another, and which only share their names. Others cost nothing here. */
export class ResultGroups {
  readonly #groups = new Map<TestCase, ResultGroup>();

  constructor(root: Suite) {
    const byProject = new Map<string, Suite[]>();
    for (const suite of root.suites) {
      const name = suite.project()?.name ?? '';
      byProject.set(name, [...(byProject.get(name) ?? []), suite]);
    }
    for (const suites of byProject.values()) {
      if (suites.length > 1 || (suites[0]?.project()?.repeatEach ?? 1) > 1) this.#tellApart(suites);
    }
  }

  of(test: TestCase): ResultGroup {
    return this.#groups.get(test) ?? { tests: [test], occurrence: 1 };
  }

  /** Projects without a name may hold the same tests. */
  #tellApart(projects: readonly Suite[]): void {
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
