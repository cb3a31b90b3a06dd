import type { TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';

/**
 * Vitest shows tests that a name pattern or a line (`file.test.ts:12`) filters out as skipped. They are not meant to run and
 * get no result.
 */
export class NameFilter {
  /** Vitest 5 joins names with ' > ' before matching, earlier versions with a space. */
  readonly #separator: string;
  readonly #lines: Map<string, ReadonlySet<number>>;

  constructor(version: string, specifications: readonly TestSpecification[]) {
    this.#separator = Number.parseInt(version, 10) >= 5 ? ' > ' : ' ';
    this.#lines = new Map(
      specifications.flatMap(({ moduleId, project, testLines }) =>
        testLines?.length ? [[`${project.name}\0${moduleId}`, new Set(testLines)] as const] : [],
      ),
    );
  }

  /** @param test one that was skipped before it could begin */
  leavesOut(test: TestCase): boolean {
    const pattern = test.project.config.testNamePattern;
    if (pattern !== undefined && fullNameOf(test, this.#separator).match(pattern) === null) return true;
    const lines = this.#lines.get(`${test.project.name}\0${test.module.moduleId}`);
    return lines !== undefined && !isOnOneOf(lines, test);
  }
}

function fullNameOf(test: TestCase, separator: string): string {
  let name = test.name;
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) name = parent.name + separator + name;
  return name;
}

/** A line selects a test, or a suite with everything in it. */
function isOnOneOf(lines: ReadonlySet<number>, test: TestCase): boolean {
  let task: TestCase | TestSuite | TestModule = test;
  while (task.type !== 'module') {
    if (task.location !== undefined && lines.has(task.location.line)) return true;
    task = task.parent;
  }
  return false;
}
