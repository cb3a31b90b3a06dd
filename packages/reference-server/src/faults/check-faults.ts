import { OPERATIONS } from '../routes/operations.js';
import type { FaultRule, Faults } from './faults.js';

/** Throws a TypeError that names the mistake. A misspelled fault that affects nothing would let a test pass for the wrong reason. */
export function checkFaults(faults: unknown): asserts faults is Faults {
  if (!isObject(faults)) throw new TypeError('faults must be an object with `rules`.');
  const { seed = 1, rules, ...others } = faults;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`Unknown key in faults: ${unknown}.`);
  if (!Number.isFinite(seed)) throw new TypeError('faults.seed must be a number.');
  if (!Array.isArray(rules)) throw new TypeError('faults.rules must be an array.');
  for (const [index, rule] of rules.entries()) checkRule(rule, `faults.rules[${index}]`);
}

function checkRule(rule: unknown, name: string): void {
  if (!isObject(rule)) throw new TypeError(`${name} must be an object.`);
  for (const [key, value] of Object.entries(rule)) {
    const check = CHECKS.get(key);
    if (check === undefined) throw new TypeError(`Unknown key in ${name}: ${key}.`);
    if (value !== undefined && !check.is(value)) throw new TypeError(`${name}.${key} must be ${check.wanted}.`);
  }
}

interface Check {
  is(value: unknown): boolean;
  wanted: string;
}

/** Longest delay of a timer, milliseconds; with a longer one it fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
const MILLISECONDS = `milliseconds, 0 to ${LONGEST_TIMER}`;
const operations = new Set<unknown>(OPERATIONS);

const CHECKS = new Map<string, Check>(
  Object.entries({
    operation: {
      is: (value) => isOneOrMore(value, (name) => operations.has(name)),
      wanted: `one or more of ${OPERATIONS.join(', ')}`,
    },
    calls: { is: isCalls, wanted: 'a whole number (1 or more), a list of them, or an object with from, to and every' },
    probability: { is: (value) => isFrom(0, value) && value <= 1, wanted: 'a number from 0 to 1' },
    times: { is: (value) => Number.isInteger(value) && isFrom(0, value), wanted: 'an integer (0 or more)' },
    latency: { is: isLatency, wanted: `${MILLISECONDS}, or a range of them` },
    status: { is: (value) => isOneOrMore(value, isStatus), wanted: 'a status from 200 to 599, or a list of them' },
    retryAfter: { is: (value) => isFrom(0, value) || typeof value === 'string', wanted: 'seconds, or an HTTP date' },
    drop: oneOf('before', 'during', 'after'),
    reset: { is: isBoolean, wanted: 'true or false' },
    hang: oneOf('before', 'after'),
    answer: { is: isAnswer, wanted: 'truncated, empty, html, or an object with body and contentType' },
    drip: { is: isDelay, wanted: MILLISECONDS },
    refuseArrays: { is: isBoolean, wanted: 'true or false' },
  } satisfies Record<keyof FaultRule, Check>),
);

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function oneOf(...words: string[]): Check {
  return {
    is: (value) => words.some((word) => word === value),
    wanted: new Intl.ListFormat('en', { type: 'disjunction' }).format(words),
  };
}

function isFrom(least: number, value: unknown): value is number {
  return typeof value === 'number' && value >= least;
}

function isDelay(value: unknown): value is number {
  return isFrom(0, value) && value <= LONGEST_TIMER;
}

function isCalls(value: unknown): boolean {
  if (!isObject(value)) return isOneOrMore(value, isCall);
  const { from = 1, to = 1, every = 1, ...others } = value;
  return Object.keys(others).length === 0 && [from, to, every].every(isCall);
}

function isCall(value: unknown): boolean {
  return Number.isInteger(value) && isFrom(1, value);
}

/** Whether this is one such value, or a list of them that is not empty. */
function isOneOrMore(value: unknown, isOne: (value: unknown) => boolean): boolean {
  const values = [value].flat();
  return values.length > 0 && values.every(isOne);
}

function isLatency(value: unknown): boolean {
  const [least, most, ...others] = Array.isArray(value) ? value : [value, value];
  return others.length === 0 && isDelay(least) && isDelay(most) && least <= most;
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && isFrom(200, value) && value <= 599;
}

function isAnswer(value: unknown): boolean {
  if (!isObject(value)) return value === 'truncated' || value === 'empty' || value === 'html';
  const { body, contentType = '', ...others } = value;
  return typeof body === 'string' && typeof contentType === 'string' && Object.keys(others).length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
