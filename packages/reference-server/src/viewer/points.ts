import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { testKey } from '@testpoint/report';
import type { Catalog } from '../catalog.js';
import type { Page } from '../database/page.js';
import type { Point, Store } from '../database/store.js';

/** `{"testPoints":[…],"next":…}`: the test points of a run, with the names of the catalog. @param status only those that have it */
export async function* pointsShown(
  store: Store,
  catalog: Catalog,
  run: string,
  { after, limit }: Page,
  status: Point['status'] | undefined,
): AsyncGenerator<string> {
  yield '{"testPoints":[';
  let shown = 0;
  let last = after;
  let more = true;
  while (more && shown < limit) {
    const part = await store.points(run, { after: last, limit });
    more = part.more;
    for (const [index, point] of part.elements.entries()) {
      last = point.cursor;
      if (status !== undefined && point.status !== status) continue;
      yield (shown++ === 0 ? '' : ',\n') + textOf(point, catalog);
      if (shown < limit) continue;
      more ||= index < part.elements.length - 1;
      break;
    }
  }
  yield `],"next":${more ? last : null}}`;
}

function textOf({ configuration, configurationId, testCase, status, autoTests }: Point, catalog: Catalog): string {
  return JSON.stringify({
    configurationId,
    configurationName: (configuration === null ? undefined : catalog.configuration(configuration)?.name) ?? null,
    testCaseGlobalId: testCase,
    testCaseName: (testCase === null ? undefined : catalog.testCase(testCase)?.name) ?? null,
    status,
    weight: STATUS_WEIGHTS[status],
    autoTests: autoTests.map(({ externalId, status: state, filler, result }) => ({
      ...{ externalId, status: state, filler, hasResult: result !== null, key: testKey(externalId) },
    })),
  });
}
