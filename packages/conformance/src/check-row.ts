import { expect } from 'vitest';
import type { Column } from './columns/column.js';
import { byKey, compared, expectationOf } from './expectation.js';
import type { Observed } from './observe.js';
import type { Row } from './rows/row.js';
import { impossibleTimes } from './rows/times.js';

/** Compares a run with what the row expects of this column. */
export function checkRow(row: Row, column: Column, observed: Observed): void {
  const { ours, alone, verdicts, violations, taken, results } = observed;
  expect([ours.hung, ours.code, ours.signal]).toEqual([alone.hung, alone.code, alone.signal]);
  // A runner that is ended by a signal or by Jest’s bail may write no report. If it writes one only with our reporter, no harm is done.
  if (verdicts.alone !== 'no report') expect(verdicts.ours).toEqual(verdicts.alone);
  else expect(row.run).not.toMatch(/green|red|only|afterAll|no key/);
  expect(violations).toEqual([]);
  expect([...taken].sort()).toEqual(results.map(({ autoTestExternalId }) => autoTestExternalId).sort());

  const { absent, summary, ownTimes } = expectationOf(row, column);
  if (absent !== undefined) return;
  const { actual, expected } = compared(row, column, observed);
  expect(actual).toEqual(expected);
  if (row.others !== undefined) expect(Object.keys(actual).length).toBeGreaterThan(1);
  for (const words of summary) expect(ours.stderr).toContain(words);

  if (ownTimes) return;
  const held = byKey(column, observed);
  for (const [key, result] of held) {
    if (key in actual) expect(impossibleTimes(result, ours.startedAt, ours.endedAt), key).toEqual([]);
  }
  row.also?.({ column, observed, result: (key) => held.get(key) ?? expect.fail(`No result for ${key}`) });
}
