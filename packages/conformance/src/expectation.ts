import type { Result } from '@testpoint/interface';
import type { Column, HookKind } from './columns/column.js';
import { type NormalResult, toNormalForm } from './normal-form.js';
import type { Observed } from './observe.js';
import type { Expected, Row } from './rows/row.js';

/** A row's expectation for one column. */
export interface Expectation {
  /** The reason why there is nothing to compare. */
  absent: string | undefined;
  differences: Row['differences'];
  /** Expected results by key; null means that there must be none. */
  results: Readonly<Record<string, Expected | null>>;
  summary: readonly string[];
  outcomesOnly: boolean;
  /** Whether the framework itself can't report real times. */
  ownTimes: boolean;
}

export function expectationOf(row: Row, column: Column): Expectation {
  const differences = row.differences.filter((difference) => difference.in.includes(column.name));
  const words = differences.reduce((before, { summary }) => summary ?? before, row.summary);
  return {
    absent: differences.find(({ absent }) => absent)?.why,
    differences,
    results: Object.assign({}, row.results, ...differences.map(({ results }) => results)),
    summary: words?.(column) ?? [],
    outcomesOnly: differences.some(({ outcomesOnly }) => outcomesOnly),
    ownTimes: differences.some(({ ownTimes }) => ownTimes),
  };
}

/** The results of a run by their keys, `suite: title > path` or `#external id`. */
export function byKey(column: Column, { plan, results }: Observed): Map<string, Result> {
  const project = column.project === undefined ? '' : `[${column.project}] `;
  const files = plan.suites.map((suite) => [suite, `${project}${column.fileOf(suite)} > `] as const);
  const map = new Map<string, Result>();
  for (const result of results) {
    const id = result.autoTestExternalId;
    const file = files.find(([, start]) => id.startsWith(start));
    const key = file === undefined ? `#${id}` : `${file[0]}: ${id.slice(file[1].length)}`;
    if (map.has(key)) throw new Error(`Two results for ${id}`);
    map.set(key, result);
  }
  return map;
}

/** Both sides of the comparison: actual and expected. They are equal if the row holds. */
export function compared(
  row: Row,
  column: Column,
  observed: Observed,
): { actual: Record<string, unknown>; expected: Record<string, unknown> } {
  const { results, outcomesOnly } = expectationOf(row, column);
  const actual: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const others = row.others === undefined ? undefined : `${row.others.suite}: `;
  const held = byKey(column, observed);
  const add = (key: string, wanted: Expected | null) => {
    const result = held.get(key);
    const seen = result && toNormalForm(result, observed.attachments, column.ownAttachments);
    actual[key] = outcomesOnly ? seen?.outcome : (seen ?? null);
    expected[key] = outcomesOnly ? wanted?.outcome : wanted && spelled(wanted, column, seen);
  };
  for (const [key, wanted] of Object.entries(results)) add(key, wanted);
  for (const key of held.keys()) {
    if (others !== undefined && row.others !== undefined && key.startsWith(others)) add(key, row.others.expected);
  }
  return { actual, expected };
}

/** Hooks get the column's own titles; a pattern becomes the message that it matches. */
function spelled(expected: Expected, column: Column, seen: NormalResult | undefined): NormalResult {
  const { message, ...rest } = expected;
  const matched = message instanceof RegExp && message.test(seen?.message ?? '') ? seen?.message : message;
  return {
    ...(withHookTitles(rest, column) as Omit<NormalResult, 'message'>),
    ...(matched !== undefined && { message: String(matched) }),
  };
}

function withHookTitles(value: unknown, column: Column): unknown {
  if (typeof value === 'string') {
    return value.replace(/<(beforeAll|beforeEach|afterEach|afterAll) ([^<>]+)>/g, (_, kind: HookKind, title: string) =>
      column.hookTitle(kind, title),
    );
  }
  if (Array.isArray(value)) return value.map((one) => withHookTitles(one, column));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withHookTitles(one, column)]));
}
