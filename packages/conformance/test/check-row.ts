import { expect } from 'vitest';
import type { Column } from '../src/column.js';
import { byKey, expectationOf } from '../src/expectation.js';
import { type NormalResult, toNormalForm } from '../src/normal-form.js';
import type { Observed } from '../src/observe.js';
import type { Expected, Row } from '../src/rows/row.js';
import { impossibleTimes } from '../src/rows/times.js';

const HOOK = /<(beforeAll|beforeEach|afterEach|afterAll) ([^<>]+)>/g;

/** Compares a run with what the row expects of this column. */
export function checkRow(row: Row, column: Column, observed: Observed): void {
  const { ours, alone, verdicts, violations, taken, results } = observed;
  expect([ours.hung, ours.code, ours.signal]).toEqual([alone.hung, alone.code, alone.signal]);
  // A runner that is ended by a signal or by Jest’s bail may write no report. If it writes one only with our reporter, no harm is done.
  if (verdicts.alone !== 'no report') expect(verdicts.ours).toEqual(verdicts.alone);
  else expect(row.run).not.toMatch(/green|red|only|afterAll|no key/);
  expect(violations).toEqual([]);
  expect([...taken].sort()).toEqual(results.map(({ autoTestExternalId }) => autoTestExternalId).sort());

  const { absent, results: wanted, summary, outcomesOnly, ownTimes } = expectationOf(row, column);
  if (absent !== undefined) return;
  const held = byKey(column, observed);
  if (row.others !== undefined) {
    const others = [...held.keys()].filter((key) => key.startsWith(`${row.others?.suite}: `));
    expect(others.length).toBeGreaterThan(1);
    for (const key of others) wanted[key] = row.others.expected;
  }
  const actual: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [key, result] of Object.entries(wanted)) {
    const found = held.get(key);
    const seen = found && toNormalForm(found, observed.attachments, column.ownAttachments);
    actual[key] = outcomesOnly ? seen?.outcome : (seen ?? null);
    expected[key] = outcomesOnly ? result?.outcome : result && spelled(result, column, seen);
  }
  expect(actual).toEqual(expected);
  for (const words of summary) expect(ours.stderr).toContain(words);

  if (ownTimes) return;
  for (const [key, result] of held) {
    if (key in wanted) expect(impossibleTimes(result, ours.startedAt, ours.endedAt), key).toEqual([]);
  }
  row.also?.({ column, observed, result: (key) => held.get(key) ?? expect.fail(`No result for ${key}`) });
}

/** Hooks get the column's own titles; a pattern becomes the message that it matches. */
function spelled({ message, ...rest }: Expected, column: Column, seen: NormalResult | undefined): NormalResult {
  const matched = message instanceof RegExp && message.test(seen?.message ?? '') ? seen?.message : message;
  const withTitles = JSON.parse(JSON.stringify(rest), (_name, value) =>
    typeof value === 'string' ? value.replace(HOOK, (_, kind, title) => column.hookTitle(kind, title)) : value,
  );
  return { ...withTitles, ...(matched !== undefined && { message: String(matched) }) };
}
