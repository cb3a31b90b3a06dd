import type { TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { originOf } from './translate.js';

const TOKEN = /[()!]|&&|\|\||[^\s()!&|]+/g;

/** What `--last-failed` selects; new in Vitest 5.1. */
interface ByName {
  testNames?: readonly string[];
}

/**
 * Vitest shows tests that a name pattern, tags (`--tags-filter`), a line (`file.test.ts:12`), `--last-failed` or a list of
 * ids filters out as skipped. They are not meant to run and get no result.
 */
export class Filters {
  /** Vitest 5 joins names with ' > ' before matching, earlier versions with a space. */
  readonly #separator: string;
  readonly #specifications: Map<string, TestSpecification>;

  constructor(version: string, specifications: readonly TestSpecification[]) {
    this.#separator = Number.parseInt(version, 10) >= 5 ? ' > ' : ' ';
    this.#specifications = new Map(specifications.map((one) => [`${one.project.name}\0${one.moduleId}`, one] as const));
  }

  /** @param test one that was skipped before it could begin */
  leavesOut(test: TestCase): boolean {
    const { name, config } = test.project;
    const specification = this.#specifications.get(`${name}\0${test.module.moduleId}`);
    const pattern = specification?.testNamePattern ?? config.testNamePattern;
    if (pattern !== undefined && fullNameOf(test, this.#separator).match(pattern) === null) return true;
    // A type check uses no other filter.
    if (originOf(test.module) === 'type check') return false;
    const { testLines, testIds, testNames } = (specification ?? {}) as Partial<TestSpecification> & ByName;
    if (testNames?.includes(fullNameOf(test, this.#separator)) === false) return true;
    const tags = specification?.testTagsFilter ?? config.tagsFilter;
    if (testIds?.includes(test.id) === false || tags?.every((one) => matchesTags(one, test.tags)) === false)
      return true;
    return testLines !== undefined && testLines.length > 0 && !isOnOneOf(testLines, test);
  }
}

function fullNameOf(test: TestCase, separator: string): string {
  let name = test.name;
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) name = parent.name + separator + name;
  return name;
}

/** A line selects a test, or a suite with everything in it. */
function isOnOneOf(lines: readonly number[], test: TestCase): boolean {
  let task: TestCase | TestSuite | TestModule = test;
  while (task.type !== 'module') {
    if (task.location !== undefined && lines.includes(task.location.line)) return true;
    task = task.parent;
  }
  return false;
}

/** Whether a test with these tags matches an expression of `--tags-filter`, which Vitest has checked. @internal for its test */
export function matchesTags(expression: string, tags: readonly string[]): boolean {
  const tokens = expression.match(TOKEN) ?? [];
  const take = (...wanted: string[]) => wanted.includes(tokens[0]?.toLowerCase() ?? '') && tokens.shift() !== undefined;

  function either(): boolean {
    let matches = both();
    while (take('or', '||')) matches = both() || matches;
    return matches;
  }

  function both(): boolean {
    let matches = one();
    while (take('and', '&&')) matches = one() && matches;
    return matches;
  }

  function one(): boolean {
    if (take('not', '!')) return !one();
    if (!take('(')) return hasTag(tags, tokens.shift() ?? '');
    const matches = either();
    take(')');
    return matches;
  }

  return either();
}

/** @param pattern a tag, in which `*` is any text */
function hasTag(tags: readonly string[], pattern: string): boolean {
  const text = pattern.replace(/[.+?^${}[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return tags.some((tag) => new RegExp(`^${text}$`).test(tag));
}
