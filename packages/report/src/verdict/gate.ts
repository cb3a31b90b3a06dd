import { testCountsOf } from '../aggregates/counts.js';
import type { KnownFailure } from '../format.js';
import type { Rows } from '../run/rows.js';
import { counted, grouped } from './counted.js';
import { failedRows, isKnown } from './known-failures.js';

/** The rules of a gate; absent ones always hold. */
export interface GateRules {
  /** Failed tests allowed, without known failures. */
  maxFailed?: number;
  /** Part of the tests that were not skipped which must pass, 0 to 1. */
  minPassRate?: number;
  /** Tests allowed that passed only after a failure. */
  maxFlaky?: number;
  /** Whether no test may fail that did not fail before. */
  noNewFailures?: boolean;
  /** Results needed. */
  minTests?: number;
  /** Longest duration of a test, milliseconds. */
  maxTestDuration?: number;
  /** Whether no test may be Blocked. */
  allRan?: boolean;
  /** Whether no results may wait for delivery. */
  allDelivered?: boolean;
}

/** What rules are about. */
export interface GateFacts {
  rows: Rows;
  /** By external id. */
  known: ReadonlyMap<string, KnownFailure>;
  /** Rows of failures that are new compared with the history; undefined if there is nothing to compare with. */
  newFailures: readonly number[] | undefined;
  /** Number of sessions whose results wait for delivery. */
  waiting: number;
}

/** A rule that does not hold. */
export interface Broken {
  rule: keyof GateRules;
  what: string;
  /** The tests that it means, by name. */
  tests: readonly string[];
}

/** The rules that don't hold, in the order of this list. No results break every gate, unless `minTests` is 0. */
export function brokenRules(rules: GateRules, facts: GateFacts): Broken[] {
  const { rows } = facts;
  const { minTests = 1 } = rules;
  const tooFew: Broken[] =
    rows.size < minTests
      ? [{ rule: 'minTests', what: `${counted(rows.size, 'result')}, at least ${grouped(minTests)} needed`, tests: [] }]
      : [];
  return [...tooFew, ...CHECKS.flatMap((check) => check(rules, facts) ?? [])];
}

type Check = (rules: GateRules, facts: GateFacts) => Broken | undefined;

const CHECKS: readonly Check[] = [
  ({ maxFailed }, facts) => {
    const failed = failedRows(facts);
    const count = testsOf(facts.rows, failed);
    if (maxFailed === undefined || count <= maxFailed) return undefined;
    return {
      rule: 'maxFailed',
      what: `${counted(count, 'test')} failed, ${grouped(maxFailed)} allowed`,
      tests: names(facts, failed),
    };
  },
  ({ minPassRate }, facts) => {
    if (minPassRate === undefined) return undefined;
    const { passed, failed, blocked } = testCountsOf(facts.rows);
    // A known failure is neither passed nor failed.
    const known = testsOf(
      facts.rows,
      rowsWhere(facts, (row) => isKnown(facts, row)),
    );
    const counting = passed + failed + blocked - known;
    const rate = counting === 0 ? 1 : passed / counting;
    if (rate >= minPassRate) return undefined;
    const what = `${grouped(passed)} of ${counted(counting, 'test')} passed (${percent(rate)}), ${percent(minPassRate)} needed`;
    return { rule: 'minPassRate', what, tests: [] };
  },
  ({ maxFlaky }, facts) => {
    if (maxFlaky === undefined) return undefined;
    const { rows } = facts;
    const flaky = rowsWhere(facts, (row) => (rows.numbers.repeats[row] ?? 0) > 0 && rows.outcome(row) === 'P');
    const count = testsOf(rows, flaky);
    if (count <= maxFlaky) return undefined;
    const what = `${counted(count, 'test')} passed only after a failure, ${grouped(maxFlaky)} allowed`;
    return { rule: 'maxFlaky', what, tests: names(facts, flaky) };
  },
  ({ noNewFailures }, facts) => {
    const found = (noNewFailures === true ? (facts.newFailures ?? []) : []).filter((row) => !isKnown(facts, row));
    if (found.length === 0) return undefined;
    const what = `${counted(testsOf(facts.rows, found), 'test')} failed that did not fail before`;
    return { rule: 'noNewFailures', what, tests: names(facts, found) };
  },
  ({ maxTestDuration }, facts) => {
    if (maxTestDuration === undefined) return undefined;
    const slow = rowsWhere(facts, (row) => facts.rows.duration(row) > maxTestDuration);
    if (slow.length === 0) return undefined;
    const tests = slow.map((row) => `${nameOf(facts.rows, row)} (${facts.rows.duration(row)} ms)`);
    return {
      rule: 'maxTestDuration',
      what: `${counted(testsOf(facts.rows, slow), 'test')} took more than ${maxTestDuration} ms`,
      tests,
    };
  },
  ({ allRan }, facts) => {
    const blocked = allRan === true ? rowsWhere(facts, (row) => facts.rows.outcome(row) === 'B') : [];
    if (blocked.length === 0) return undefined;
    const what = `${counted(testsOf(facts.rows, blocked), 'test')} did not run`;
    return { rule: 'allRan', what, tests: names(facts, blocked) };
  },
  ({ allDelivered }, { waiting }) => {
    if (allDelivered !== true || waiting === 0) return undefined;
    const what = `the results of ${counted(waiting, 'session')} are not delivered. Deliver them with: npx testpoint flush`;
    return { rule: 'allDelivered', what, tests: [] };
  },
];

function rowsWhere({ rows }: Pick<GateFacts, 'rows'>, holds: (row: number) => boolean): number[] {
  const found: number[] = [];
  for (let row = 0; row < rows.size; row++) if (holds(row)) found.push(row);
  return found;
}

/** How many tests these rows belong to: a test has one in each environment. */
function testsOf(rows: Rows, found: readonly number[]): number {
  return new Set(found.map((row) => rows.keys[row])).size;
}

function names({ rows }: GateFacts, found: readonly number[]): string[] {
  return found.map((row) => nameOf(rows, row));
}

/** The external id, and the environment if there are several. */
function nameOf(rows: Rows, row: number): string {
  const environment = rows.environment(row);
  return environment === '' ? rows.id(row) : `${rows.id(row)} (${environment})`;
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
