import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { testKey } from '@testpoint/report';
import type { Catalog } from '../catalog.js';
import type { Page } from '../database/page.js';
import type { Point, Store } from '../database/store.js';
import { parts } from '../inspection.js';

/** `{"testPoints":[…],"next":…}`: the test points of a run, with the names of the catalog. @param status only those that have it */
export async function* pointsShown(
  store: Store,
  catalog: Catalog,
  run: string,
  page: Page,
  status: Point['status'] | undefined,
): AsyncGenerator<string> {
  const names = catalog.configurationNames();
  yield '{"testPoints":[';
  let next: number | null = null;
  let separator = '';
  for await (const { elements, more, last } of parts(page, (part) => store.points(run, { ...part, status }))) {
    for (const point of elements) {
      yield separator + textOf(point, catalog, names);
      separator = ',\n';
    }
    next = more ? last : null;
  }
  yield `],"next":${next}}`;
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
    weight: STATUS_WEIGHTS[status],
    autoTests: autoTests.map(({ externalId, status: state, filler, result }) => ({
      ...{ externalId, status: state, filler, hasResult: result !== null, key: testKey(externalId) },
    })),
  });
}
