import { expect, test } from 'vitest';
import { comparison, hasLostInJson, isLostInJson } from './comparison.js';

test('two strings are compared unchanged', () => {
  expect(comparison('a\nb', 'a\nc')).toEqual({ expected: 'a\nb', actual: 'a\nc' });
});

test('objects have a line for each member, in the order of the names', () => {
  expect(comparison({ b: [1, 'two'], a: {} }, { a: {}, b: [] })).toEqual({
    expected: '{\n  "a": {},\n  "b": [\n    1,\n    "two"\n  ]\n}',
    actual: '{\n  "a": {},\n  "b": []\n}',
  });
});

test.each([
  ['a number and a string', 1, '1', '1', '"1"'],
  ['values that JSON has no form for', Number.NaN, 1n, 'NaN', '1'],
  ['null and false', null, false, 'null', 'false'],
  ['a map and a set', new Map([['a', 1]]), new Set(['b']), '[\n  [\n    "a",\n    1\n  ]\n]', '[\n  "b"\n]'],
])('%s can be compared', (_what, expected, actual, expectedText, actualText) => {
  expect(comparison(expected, actual)).toEqual({ expected: expectedText, actual: actualText });
});

test('nothing is shown if one value is missing, or both look the same', () => {
  expect(comparison(undefined, 1)).toEqual({});
  expect(comparison(1, undefined)).toEqual({});
  expect(comparison({ a: 1 }, { a: 1 })).toEqual({});
});

const circle: object[] = [];
circle.push({ circle });
test.each<[unknown, is: boolean, has: boolean]>([
  [{}, true, true],
  [{ inverse: false }, true, true],
  [{ $$typeof: 'x', sample: 'a', inverse: true }, true, true],
  [{ $$typeof: 'x', sample: 'a', inverse: true, more: 1 }, false, false],
  [{ inverse: 'no' }, false, false],
  [{ a: 1 }, false, false],
  [[{ a: [1, { b: {} }] }], false, true],
  [[], false, false],
  [null, false, false],
  ['text', false, false],
  [Object.create(null), false, false],
  [[new Map()], false, false],
  [circle, false, false],
  [[...Array(9_998).fill(0), {}], false, true],
  [[...Array(9_999).fill(0), {}], false, false],
])('%j is what JSON leaves of an object: %s; it holds one: %s', (value, is, has) => {
  expect([isLostInJson(value), hasLostInJson(value)]).toEqual([is, has]);
});

test('hostile values become text', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const thrower = {
    get broken() {
      throw new Error('no');
    },
  };
  expect(comparison(circle, thrower)).toEqual({ expected: '{\n  "self": "[circular]"\n}', actual: '{}' });
});

test('a huge value is cut', () => {
  const long = 'x'.repeat(60_000);
  const { expected } = comparison(
    Array.from({ length: 500 }, () => long),
    [],
  );
  expect(expected?.length).toBeLessThan(140_000);
  expect(expected).toMatch(/x",\n {2}"…",\n {2}"…"/);
});
