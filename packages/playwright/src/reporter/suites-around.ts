import type { Suite, TestCase } from '@playwright/test/reporter';

/** From the innermost describe to the root. */
export function suitesAround(test: TestCase): Suite[] {
  const suites: Suite[] = [];
  for (let suite: Suite | undefined = test.parent; suite; suite = suite.parent) suites.push(suite);
  return suites;
}

/** The file that Playwright runs. A test may be declared in a shared file. */
export function specFileOf(test: TestCase): string {
  return suitesAround(test).find(({ type }) => type === 'file')?.location?.file ?? test.location.file;
}
