import { testCountsOf } from '../aggregates/counts.js';
import * as messages from '../messages.js';
import type { Rows } from '../run/rows.js';
import { counted, grouped } from './counted.js';
import { duration } from './duration.js';

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
    rows.size < minTests ? [{ rule: 'minTests', what: messages.tooFewResults(rows.size, minTests), tests: [] }] : [];
  return [...tooFew, ...CHECKS.flatMap((check) => check(rules, facts) ?? [])];
}

type Check = (rules: GateRules, facts: GateFacts) => Broken | undefined;

const CHECKS: readonly Check[] = [
  ({ maxFailed }, facts) => beyond('maxFailed', facts, facts.rows.failures(), messages.DID.fail, maxFailed),
  ({ minPassRate }, facts) => {
    if (minPassRate === undefined) return undefined;
    const { rows } = facts;
    // A known failure is neither passed nor failed.
    const { passed, failed, blocked, known = 0 } = testCountsOf(rows);
    const counting = passed + failed + blocked - known;
    const rate = counting === 0 ? 1 : passed / counting;
    if (rate >= minPassRate) return undefined;
    const what = messages.tooFewPassed(passed, counting, percent(rate), percent(minPassRate));
    return { rule: 'minPassRate', what, tests: [] };
  },
  ({ maxFlaky }, facts) => {
    const flaky = facts.rows.where((row) => facts.rows.isRepeated(row));
    return beyond('maxFlaky', facts, flaky, messages.DID.passLater, maxFlaky);
  },
  ({ noNewFailures = false }, facts) => {
    const found = (facts.newFailures ?? []).filter((row) => !facts.rows.isKnown(row));
    return noNewFailures ? some('noNewFailures', facts, found, messages.DID.newlyFail) : undefined;
  },
  ({ maxTestDuration = Number.POSITIVE_INFINITY }, facts) => {
    const { rows } = facts;
    const slow = rows.where((row) => rows.duration(row) > maxTestDuration);
    const broken = some('maxTestDuration', facts, slow, messages.tookMore(maxTestDuration));
    return broken && { ...broken, tests: slow.map((row) => `${nameOf(rows, row)} (${duration(rows.duration(row))})`) };
  },
  ({ allRan = false }, facts) => {
    const blocked = facts.rows.where((row) => facts.rows.outcome(row) === 'B');
    return allRan ? some('allRan', facts, blocked, messages.DID.notRun) : undefined;
  },
  ({ allDelivered = false }, { waiting }) => {
    if (!allDelivered || waiting === 0) return undefined;
    return { rule: 'allDelivered', what: messages.notDelivered(waiting), tests: [] };
  },
];

/** A rule that allows no test to be among these rows. */
function some(
  rule: Broken['rule'],
  { rows }: GateFacts,
  found: readonly number[],
  did: string,
  allowed?: number,
): Broken | undefined {
  if (found.length === 0) return undefined;
  const what = `${counted(rows.testsIn(found), 'test')} ${did}${allowed === undefined ? '' : `, ${grouped(allowed)} allowed`}`;
  return { rule, what, tests: found.map((row) => nameOf(rows, row)) };
}

/** A rule that allows so many. */
function beyond(
  rule: Broken['rule'],
  facts: GateFacts,
  found: readonly number[],
  did: string,
  allowed = Number.POSITIVE_INFINITY,
): Broken | undefined {
  return facts.rows.testsIn(found) <= allowed ? undefined : some(rule, facts, found, did, allowed);
}

/** The external id, and the environment if there are several. */
function nameOf(rows: Rows, row: number): string {
  const environment = rows.environment(row);
  return environment === '' ? rows.id(row) : `${rows.id(row)} (${environment})`;
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
