import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachErrorIn, errorRecord, jsonSafe } from './json-safe.js';

describe('jsonSafe', () => {
  it('copies anything to a form that JSON can represent, and does not throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }), (value) => {
        const copy = jsonSafe(value);
        expect(JSON.parse(JSON.stringify({ copy }))).toEqual(JSON.parse(JSON.stringify({ copy })));
        expect(JSON.stringify({ copy })).toBeTypeOf('string');
      }),
    );
  });

  it('describes cycles, functions and throwing getters', () => {
    const circle: Record<string, unknown> = { name: 'c' };
    circle.self = circle;
    Object.defineProperty(circle, 'bad', { enumerable: true, get: () => JSON.parse('{') });
    circle.call = function shout() {};
    expect(jsonSafe(circle)).toEqual({ name: 'c', self: '[circular]', call: '[function shout]' });
  });

  it('limits depth, number of members and length', () => {
    const list = Array.from({ length: 5_000 }, (_, index) => index);
    expect(jsonSafe(list)).toHaveLength(1_001);
    expect(jsonSafe('x'.repeat(100_000))).toContain('[… 34464 characters …]');
    const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 0);
    expect(JSON.stringify(jsonSafe(deep))).toContain('[…]');
  });
});

describe('errorRecord', () => {
  it.each([
    [new TypeError('bad'), 'TypeError: bad'],
    ['a string', 'a string'],
    [undefined, 'undefined'],
    [{ code: 1 }, '{"code":1}'],
    [new Error(''), 'Error'],
    [Symbol('s'), 'Symbol(s)'],
  ])('describes a thrown value: %s', (thrown, message) => {
    expect(errorRecord(thrown).message).toBe(message);
  });
});

describe('eachErrorIn', () => {
  it('visits causes and inner errors of an error, also in a circle', () => {
    const inner = new Error('inner');
    const cause = new AggregateError([inner, 'no error'], 'cause');
    const error = new Error('outer', { cause });
    inner.cause = error;
    const visited = new Set<unknown>();
    eachErrorIn(error, (one) => visited.add(one));
    expect([...visited]).toEqual([error, cause, inner]);
  });

  it('goes on after an error that can not be changed', () => {
    const cause = new Error('cause');
    eachErrorIn(Object.freeze(new Error('frozen', { cause })), (one) => {
      one.stack = 'changed';
    });
    expect(cause.stack).toBe('changed');
    for (const thrown of [undefined, null, 'text']) eachErrorIn(thrown, () => expect.unreachable());
  });
});
