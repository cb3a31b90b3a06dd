import type { Entry, Part, Point, PointAutoTest } from './store.js';
import { FILLER_WEIGHT, statusOfWeight } from './weights.js';

/** How many rows to read at once; few enough that other clients notice no delay. */
export const MOST_ROWS = 100;
/** Once a part has this many bytes of bodies, it ends. */
const MOST_BYTES = 262_144;

/** A test point as both databases return it. */
export interface PointRow {
  number: number;
  configuration: number | null;
  configuration_id: string;
  test_case: number | null;
  weight: number;
}

/** An autotest of a test point, as both databases return it. */
export interface AutoTestRow {
  point: number;
  external_id: string;
  weight: number;
  result_id: string | null;
}

/** A result as both databases return it. The external id is JSON-encoded. */
export interface ResultRow extends Omit<Entry, 'outcome' | 'body'> {
  weight: number;
  body: number;
  start: number;
  length: number;
}

/** @param rows the points, plus one more than `count` if others follow; @param tests autotests of the first `count` points */
export function toPoints(rows: readonly PointRow[], tests: readonly AutoTestRow[], count: number): Part<Point> {
  const shown = rows.slice(0, count);
  const autoTests = new Map(shown.map(({ number }) => [number, [] as PointAutoTest[]]));
  for (const test of tests) {
    autoTests.get(test.point)?.push({
      externalId: JSON.parse(test.external_id),
      status: statusOfWeight(test.weight),
      filler: test.weight === FILLER_WEIGHT,
      result: test.result_id,
    });
  }
  const elements = shown.map((row) => ({
    cursor: row.number,
    configuration: row.configuration,
    configurationId: row.configuration_id,
    testCase: row.test_case,
    status: statusOfWeight(row.weight),
    autoTests: autoTests.get(row.number) ?? [],
  }));
  return { elements, more: rows.length > count };
}

/** As many of the first `count` rows as fit into a part. With bodies, a part ends once it exceeds `MOST_BYTES`. */
export function fitting(rows: readonly ResultRow[], count: number, bodies: boolean): readonly ResultRow[] {
  let bytes = 0;
  for (const [index, row] of rows.slice(0, count).entries()) {
    if (bytes > MOST_BYTES) return rows.slice(0, index);
    bytes += bodies ? row.length : 0;
  }
  return rows.slice(0, count);
}

/** @param body undefined if not requested */
export function toEntry(row: ResultRow, body: Uint8Array | undefined): Entry {
  const { weight, start: _start, length: _length, ...entry } = row;
  return { ...entry, externalId: JSON.parse(row.externalId), outcome: statusOfWeight(weight), body };
}
