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

/** The test points of some autotests of a catalog. */
export function testPointsOf({ testCases }: Catalog, externalIds: readonly string[]): TestPoint[] {
  const wanted = new Set(externalIds);
  return testCases.filter(({ autoTests: [id = ''] }) => wanted.has(id)).map(testPointOf);
}

export interface TestPoint {
  configurationGlobalId: number;
  testCaseGlobalId: number;
}

function testPointOf({ globalId }: { globalId: number }): TestPoint {
  return { configurationGlobalId: CONFIGURATION.globalId, testCaseGlobalId: globalId };
}
