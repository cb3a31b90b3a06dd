import { testCountsOf, worstRows } from '../aggregates/counts.js';
import type { SessionData } from '../format.js';
import * as messages from '../messages.js';
import type { Rows } from '../run/rows.js';
import { counted, grouped } from './counted.js';
import { duration } from './duration.js';
import { interruptedIn } from './headline.js';

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
  /** Whether no test may be Blocked, and no session interrupted. */
  allRan?: boolean;
  /** Whether no results may wait for delivery. */
  allDelivered?: boolean;
}

/** What rules are about. */
export interface GateFacts {
  rows: Rows;
  sessions: readonly Pick<SessionData, 'end'>[];
  /** Rows of failures that are new compared with the history; undefined if there is nothing to compare with. */
  newFailures: readonly number[] | undefined;
  /** Number of sessions whose results wait for delivery. */
  waiting: number;
}

/** A rule, and what it found. */
export interface Judged {
  rule: keyof GateRules;
  holds: boolean;
  /** The value that it judges, and what it asks for. */
  what: string;
  /** The tests that break it, by name. */
  tests: readonly string[];
}

/** Each rule that is set, in the order of this list. No results break every gate, unless `minTests` is 0. */
export function judged(rules: GateRules, facts: GateFacts): Judged[] {
  const { rows } = facts;
  const { minTests = 1 } = rules;
  const hasEnough = rows.size >= minTests;
  const what = messages.numberOfResults(rows.size, minTests);
  const size: Judged[] =
    rules.minTests === undefined && hasEnough ? [] : [{ rule: 'minTests', holds: hasEnough, what, tests: [] }];
  return [...size, ...CHECKS.flatMap((check) => check(rules, facts) ?? [])];
}

/** The rules that don't hold. */
export function brokenRules(rules: GateRules, facts: GateFacts): Judged[] {
  return judged(rules, facts).filter(({ holds }) => !holds);
}

type Check = (rules: GateRules, facts: GateFacts) => Judged | undefined;

const CHECKS: readonly Check[] = [
  ({ maxFailed }, { rows }) => limited('maxFailed', rows, rows.failures(), messages.DID.fail, maxFailed),
  ({ minPassRate }, { rows }) => {
    if (minPassRate === undefined) return undefined;
    // A known failure is neither passed nor failed.
    const { passed, failed, blocked, known = 0 } = testCountsOf(rows);
    const counting = passed + failed + blocked - known;
    const rate = counting === 0 ? 1 : passed / counting;
    const what = messages.numberOfPassed(passed, counting, percent(rate), percent(minPassRate));
    return { rule: 'minPassRate', holds: rate >= minPassRate, what, tests: [] };
  },
  ({ maxFlaky }, { rows }) => {
    if (maxFlaky === undefined) return undefined;
    // By its worst result: a test that fails in another environment has failed.
    const worst = worstRows(rows);
    const flaky = rows.where((row) => rows.isRepeated(row) && rows.isRepeated(worst.get(rows.keys[row] ?? '') ?? row));
    return limited('maxFlaky', rows, flaky, messages.DID.passLater, maxFlaky);
  },
  ({ noNewFailures = false }, { rows, newFailures = [] }) => {
    const found = newFailures.filter((row) => !rows.isKnown(row));
    return noNewFailures ? tests('noNewFailures', rows, found, messages.DID.newlyFail) : undefined;
  },
  ({ maxTestDuration }, { rows }) => {
    if (maxTestDuration === undefined) return undefined;
    const slow = rows.where((row) => rows.duration(row) > maxTestDuration);
    const longest = rows.numbers.durations.reduce((most, one) => Math.max(most, one), -1);
    const found = tests('maxTestDuration', rows, slow, messages.tookMore(maxTestDuration));
    const names = slow.map((row) => `${rows.name(row)} (${duration(rows.duration(row))})`);
    const most = longest < 0 ? '' : `, the longest took ${duration(longest)}`;
    return { ...found, what: `${found.what}${most}`, tests: names };
  },
  ({ allRan = false }, { rows, sessions }) => {
    if (!allRan) return undefined;
    const blocked = rows.where((row) => rows.outcome(row) === 'B');
    const found = tests('allRan', rows, blocked, messages.DID.notRun);
    const interrupted = interruptedIn(sessions);
    if (interrupted === 0) return found;
    return { ...found, holds: false, what: messages.alsoInterrupted(found.what, interrupted) };
  },
  ({ allDelivered = false }, { waiting }) => {
    if (!allDelivered) return undefined;
    const what = waiting === 0 ? messages.allDelivered : messages.notDelivered(waiting);
    return { rule: 'allDelivered', holds: waiting === 0, what, tests: [] };
  },
];

/** A rule that allows no test to be among these rows, or so many. */
function tests(rule: Judged['rule'], rows: Rows, found: readonly number[], did: string, allowed = 0): Judged {
  const count = rows.testsIn(found);
  const names = found.map((row) => rows.name(row));
  return { rule, holds: count <= allowed, what: `${counted(count, 'test')} ${did}`, tests: names };
}

/** A rule with a limit, if it is set. */
function limited(
  rule: Judged['rule'],
  rows: Rows,
  found: readonly number[],
  did: string,
  allowed: number | undefined,
): Judged | undefined {
  return allowed === undefined ? undefined : tests(rule, rows, found, `${did}, ${grouped(allowed)} allowed`, allowed);
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
