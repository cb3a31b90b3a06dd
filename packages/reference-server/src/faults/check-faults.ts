import { isObject } from '@testpoint/interface/codec';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { OPERATIONS } from '../routes/operations.js';
import type { FaultRule, Faults } from './faults.js';

/** Longest delay of a timer, milliseconds; with a longer one it fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
const MILLISECONDS = `milliseconds, 0 to ${LONGEST_TIMER}`;
const Delay = Type.Number({ minimum: 0, maximum: LONGEST_TIMER });
const Range = Type.Refine(Type.Tuple([Delay, Delay]), ([least, most]) => least <= most);
const Call = Type.Integer({ minimum: 1 });
const Calls = Type.Partial(Type.Object({ from: Call, to: Call, every: Call }), { additionalProperties: false });
const Body = Type.Object(
  { body: Type.String(), contentType: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

const KEYS: Record<keyof FaultRule, readonly [schema: TSchema, wanted: string]> = {
  operation: [oneOrMore(Type.Enum(OPERATIONS)), `one or more of ${OPERATIONS.join(', ')}`],
  calls: [
    Type.Union([oneOrMore(Call), Calls]),
    'a whole number (1 or more), a list of them, or an object with from, to and every',
  ],
  probability: [Type.Number({ minimum: 0, maximum: 1 }), 'a number from 0 to 1'],
  times: [Type.Integer({ minimum: 0 }), 'an integer (0 or more)'],
  latency: [Type.Union([Delay, Range]), `${MILLISECONDS}, or a range of them`],
  status: [oneOrMore(Type.Integer({ minimum: 200, maximum: 599 })), 'a status from 200 to 599, or a list of them'],
  retryAfter: [Type.Union([Type.Number({ minimum: 0 }), Type.String()]), 'seconds, or an HTTP date'],
  drop: [Type.Enum(['before', 'during', 'after']), 'before, during, or after'],
  reset: [Type.Boolean(), 'true or false'],
  hang: [Type.Enum(['before', 'after']), 'before or after'],
  answer: [
    Type.Union([Type.Enum(['truncated', 'empty', 'html']), Body]),
    'truncated, empty, html, or an object with body and contentType',
  ],
  drip: [Delay, MILLISECONDS],
  refuseArrays: [Type.Boolean(), 'true or false'],
};

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
    if (!Object.hasOwn(KEYS, key)) throw new TypeError(`Unknown key in ${name}: ${key}.`);
    const [schema, wanted] = KEYS[key as keyof FaultRule];
    if (value !== undefined && !Check(schema, value)) throw new TypeError(`${name}.${key} must be ${wanted}.`);
  }
}

function oneOrMore(type: TSchema): TSchema {
  return Type.Union([type, Type.Array(type, { minItems: 1 })]);
}
