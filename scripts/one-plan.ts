// A catalog for reference servers in the laboratories: one plan with a test point for each autotest.
import type { ServerOptions } from '@testpoint/reference-server';

export const PROJECT = 1;
export const PLAN = 1;
export const CONFIGURATION = { globalId: 10, id: '11111111-2222-4333-8444-555555555555' };

export type Catalog = Exclude<ServerOptions['catalog'], string | undefined>;

/** A catalog with one plan, in which each of these autotests is the only one of a test case; the cases are numbered from 1. */
export function catalogOf(externalIds: readonly string[], secretKey: string) {
  const testCases = externalIds.map((externalId, index) => ({
    globalId: index + 1,
    projectGlobalId: PROJECT,
    autoTests: [externalId],
  }));
  return {
    users: [{ userName: 'laboratory', secretKey }],
    projects: [{ globalId: PROJECT }],
    configurations: [{ ...CONFIGURATION, projectGlobalId: PROJECT }],
    testCases,
    testPlans: [{ globalId: PLAN, projectGlobalId: PROJECT, testPoints: testCases.map(testPointOf) }],
  } satisfies Catalog;
}

export type TestPoint = ReturnType<typeof testPointOf>;

export function testPointOf({ globalId }: { globalId: number }) {
  return { configurationGlobalId: CONFIGURATION.globalId, testCaseGlobalId: globalId };
}
