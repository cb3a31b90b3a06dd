import type { Page } from './database/page.js';
import type { Entry, Part, Point, ResultSelection, Store } from './database/store.js';

/**
 * An object with the members `testPoints` and `next`, the cursor of the last point if more points follow.
 * @param head its other members. @param textOf the JSON of a point
 */
export async function* pointsOfRun(
  head: object,
  read: (page: Page) => Promise<Part<Point>>,
  page: Page,
  textOf: (point: Point) => string = pointText,
): AsyncGenerator<string> {
  yield JSON.stringify({ ...head, testPoints: [] }).slice(0, -2);
  let next: number | null = null;
  let separator = '';
  for await (const { elements, more, last } of parts(read, page)) {
    for (const point of elements) {
      yield separator + textOf(point);
      separator = ',\n';
    }
    next = more ? last : null;
  }
  yield `],"next":${next}}`;
}

/** An array. */
export async function* entriesOfRun(
  store: Store,
  run: string,
  { latest, bodies, ...page }: ResultSelection,
): AsyncGenerator<string | Uint8Array> {
  let separator = '[';
  for await (const { elements } of parts((part) => store.results(run, { latest, bodies, ...part }), page)) {
    for (const entry of elements) {
      yield separator + entryText(entry);
      if (entry.body !== undefined) {
        yield ',"body":';
        yield entry.body;
      }
      yield '}';
      separator = ',\n';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

/** Reads a page from the store part by part; by default, the whole list. Each part comes with the cursor after which the next one starts. */
export async function* parts<Element extends { cursor: number }>(
  read: (page: Page) => Promise<Part<Element>>,
  { after, limit }: Page = { after: 0, limit: Number.MAX_SAFE_INTEGER },
): AsyncGenerator<Part<Element> & { last: number }> {
  let last = after;
  let left = limit;
  let more = true;
  do {
    const part = await read({ after: last, limit: left });
    last = part.elements.at(-1)?.cursor ?? last;
    left -= part.elements.length;
    more = part.more;
    yield { ...part, last };
  } while (more && left > 0);
}

function pointText({ configuration, configurationId, testCase, status, autoTests }: Point): string {
  return JSON.stringify({
    configurationGlobalId: configuration,
    configurationId,
    testCaseGlobalId: testCase,
    status,
    autoTests: autoTests.map(({ externalId, status, filler, result }) => ({
      status,
      filler,
      resultId: result,
      autoTestExternalId: externalId,
    })),
  });
}

/** An entry without its closing brace. */
function entryText(entry: Entry): string {
  const text = JSON.stringify({
    id: entry.id,
    cursor: entry.cursor,
    configurationId: entry.configurationId,
    configurationGlobalId: entry.configuration,
    outcome: entry.outcome,
    operation: entry.operation,
    receivedOn: entry.receivedOn,
    autoTestExternalId: entry.externalId,
  });
  return text.slice(0, -1);
}
