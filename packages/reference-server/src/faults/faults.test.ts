import { describe, expect, it } from 'vitest';
import { FaultPlan, type FaultRule, type Faults } from './faults.js';

/** Which of the first calls of an operation are affected. */
function struck(rule: FaultRule, calls: number, seed = 1): number[] {
  const plan = new FaultPlan({ seed, rules: [{ status: 503, ...rule }] });
  return Array.from({ length: calls }, (_, index) => index + 1).filter(() => plan.next('addResults') !== undefined);
}

describe('a rule', () => {
  it.each<[string, FaultRule, number[]]>([
    ['no selection', {}, [1, 2, 3, 4, 5, 6]],
    ['its operation', { operation: 'addResults' }, [1, 2, 3, 4, 5, 6]],
    ['several operations', { operation: ['createRun', 'addResults'] }, [1, 2, 3, 4, 5, 6]],
    ['another operation', { operation: 'createRun' }, []],
    ['one call', { calls: 3 }, [3]],
    ['several calls', { calls: [1, 5] }, [1, 5]],
    ['calls from one on', { calls: { from: 5 } }, [5, 6]],
    ['calls up to one', { calls: { to: 2 } }, [1, 2]],
    ['every second call', { calls: { every: 2 } }, [1, 3, 5]],
    ['a range and a step', { calls: { from: 2, to: 5, every: 2 } }, [2, 4]],
    ['a number of times', { times: 2 }, [1, 2]],
    ['a number of times among calls', { times: 1, calls: [2, 3] }, [2]],
    ['a probability of 0', { probability: 0 }, []],
    ['a probability of 1', { probability: 1 }, [1, 2, 3, 4, 5, 6]],
  ])('selects calls by %s', (_, rule, calls) => {
    expect(struck(rule, 6)).toEqual(calls);
  });

  it('selects calls with its probability: the same calls for the same seed, other calls for another seed', () => {
    for (const probability of [0.1, 0.5, 0.9]) {
      const calls = struck({ probability }, 10_000);
      expect(calls.length / 10_000).toBeCloseTo(probability, 1);
      expect(struck({ probability }, 10_000)).toEqual(calls);
      expect(struck({ probability }, 10_000, 2)).not.toEqual(calls);
    }
  });

  it('selects the same calls of an operation, however operations are interleaved', () => {
    const faults: Faults = {
      seed: 7,
      rules: [
        { operation: 'addResults', probability: 0.5, status: 500 },
        { operation: 'uploadAttachment', probability: 0.5, status: 500 },
      ],
    };
    const [one, other] = [new FaultPlan(faults), new FaultPlan(faults)];
    const first = Array.from({ length: 50 }, () => one.next('addResults') !== undefined);
    const second = Array.from({ length: 50 }, () => {
      other.next('uploadAttachment');
      return other.next('addResults') !== undefined;
    });
    expect(second).toEqual(first);
  });

  it('chooses its latency from its range', () => {
    const plan = new FaultPlan({ rules: [{ latency: [10, 20] }] });
    const drawn = Array.from({ length: 200 }, () => plan.next('listRuns')?.latency ?? 0);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(20);
    expect(new Set(drawn).size).toBeGreaterThan(100);
  });
});

it('rules add up: latencies are summed, and the first rule with an effect decides it', () => {
  const plan = new FaultPlan({
    rules: [
      { latency: 5, reset: true },
      { latency: 7, status: 503, retryAfter: 1 },
      { status: 500, retryAfter: 9, drip: 3 },
    ],
  });
  expect(plan.next('addResults')).toEqual({
    latency: 12,
    reset: true,
    refuseArrays: false,
    status: 503,
    retryAfter: 1,
    drip: 3,
  });
});

it('a list of statuses affects only as many calls as it has statuses', () => {
  const plan = new FaultPlan({ rules: [{ status: [503], latency: 0, answer: 'html' }] });
  expect(plan.next('addResults')).toMatchObject({ status: 503, answer: 'html' });
  const next = plan.next('addResults');
  expect(next === undefined || (next.status === undefined && next.answer === undefined)).toBe(true);
});
