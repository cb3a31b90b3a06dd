import type { CatalogContent } from '@testpoint/reference-server';

export const PROJECT = 1;
export const PLAN = 1;
export const CONFIGURATION = { globalId: 10, id: '11111111-2222-4333-8444-555555555555' };

export type Catalog = Exclude<CatalogContent, string>;

/** A catalog with one plan, in which each of these autotests is the only one of a test case. */
export function catalogOf(externalIds: readonly string[], secretKey: string): Catalog {
  const testCases = externalIds.map((externalId, index) => ({
    globalId: index + 1,
    projectGlobalId: PROJECT,
    autoTests: [externalId],
  }));
  return {
    users: [{ userName: 'chaos', secretKey }],
    projects: [{ globalId: PROJECT }],
    configurations: [{ ...CONFIGURATION, projectGlobalId: PROJECT }],
    testCases,
    testPlans: [{ globalId: PLAN, projectGlobalId: PROJECT, testPoints: testCases.map(testPointOf) }],
  };
}

export interface TestPoint {
  configurationGlobalId: number;
  testCaseGlobalId: number;
}

export function testPointOf({ globalId }: { globalId: number }): TestPoint {
  return { configurationGlobalId: CONFIGURATION.globalId, testCaseGlobalId: globalId };
}
