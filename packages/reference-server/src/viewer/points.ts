import { testKey } from '@testpoint/report';
import type { Catalog } from '../catalog.js';
import type { Page } from '../database/page.js';
import type { Point, Store } from '../database/store.js';
import { pointsOfRun } from '../inspection.js';

/** The test points of a run, with names. @param names of configurations, by GUID @param status only those that have it */
export function pointsShown(
  store: Store,
  catalog: Catalog,
  names: ReadonlyMap<string, string>,
  run: string,
  page: Page,
  status: Point['status'] | undefined,
): AsyncGenerator<string> {
  const read = (part: Page) => store.points(run, { ...part, status });
  return pointsOfRun({}, read, page, (point) => textOf(point, catalog, names));
}

function textOf(
  { configurationId, testCase, status, autoTests }: Point,
  catalog: Catalog,
  configurations: ReadonlyMap<string, string>,
): string {
  return JSON.stringify({
    configurationId,
    configurationName: configurations.get(configurationId) ?? null,
    testCaseGlobalId: testCase,
    testCaseName: (testCase === null ? undefined : catalog.testCase(testCase)?.name) ?? null,
    status,
    autoTests: autoTests.map(({ externalId, status: state, filler, result }) => ({
      ...{ externalId, status: state, filler, hasResult: result !== null, key: testKey(externalId) },
    })),
  });
}
