import { OPERATIONS } from '../routes/operations.js';
import type { FaultRule, Faults } from './faults.js';

/** Throws a TypeError that names what is wrong: a fault that strikes nothing would let a test pass for nothing. */
export function checkFaults({ rules }: Faults): void {
  for (const [index, rule] of rules.entries()) {
    for (const [key, is, wanted] of checks(rule)) {
      if (!is) throw new TypeError(`faults.rules[${index}].${key} must be ${wanted}.`);
    }
    for (const key of Object.keys(rule)) {
      if (!KEYS.has(key)) throw new TypeError(`faults.rules[${index}] has the unknown key ${key}.`);
    }
  }
}

const KEYS = new Set<string>([
  'operation',
  'calls',
  'probability',
  'times',
  'latency',
  'status',
  'retryAfter',
  'drop',
  'reset',
  'hang',
  'answer',
  'drip',
] satisfies (keyof FaultRule)[]);

function* checks(rule: FaultRule): Generator<[key: keyof FaultRule, is: boolean, wanted: string]> {
  const known = new Set<string>(OPERATIONS);
  const operations = rule.operation === undefined ? [] : [rule.operation].flat();
  yield ['operation', operations.every((name) => known.has(name)), `one or more of ${OPERATIONS.join(', ')}`];
  const { probability = 1, times = 1, drip = 0, latency = 0 } = rule;
  yield ['probability', probability >= 0 && probability <= 1, 'from 0 to 1'];
  yield ['times', Number.isInteger(times) && times >= 0, 'an integer of 0 or more'];
  yield ['drip', drip >= 0, 'milliseconds, 0 or more'];
  const [least, most] = typeof latency === 'object' ? latency : [latency, latency];
  yield ['latency', least >= 0 && most >= least, 'milliseconds, 0 or more, or a range of them'];
  const statuses = rule.status === undefined ? [] : [rule.status].flat();
  const valid = statuses.every((status) => Number.isInteger(status) && status >= 200 && status <= 599);
  yield ['status', valid, 'a status from 200 to 599, or a list of them'];
}
