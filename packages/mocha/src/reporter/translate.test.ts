import { expect, test } from 'vitest';
import type { MochaHook } from '../in-test/mocha-types.js';
import { errorRecord, fileOf, hookTitle } from './translate.js';

function hook(title: string, path: string[], more: Partial<MochaHook> = {}): MochaHook {
  return { type: 'hook', title, titlePath: () => [...path, title], ...more };
}

test.each([
  ['"before all" hook in "suite"', ['suite'], '"before all" hook'],
  ['"before each" hook: log in in "suite"', ['outer', 'suite'], '"before each" hook: log in'],
  ['"after all" hook: close in "{root}"', [], '"after all" hook: close'],
  ['"before all" hook: name for "a test"', ['suite'], '"before all" hook: name'],
  ['"after each" hook for "works for "x""', ['suite'], '"after each" hook'],
  ['"after each" hook: in two\nlines for "a\nb"', ['suite'], '"after each" hook: in two\nlines'],
])('%s is shown as its own title, without test or suite', (title, path, expected) => {
  expect(hookTitle(hook(title, path))).toBe(expected);
});

test("a hook's own title is used if Mocha still has it", () => {
  expect(hookTitle(hook('"after each" hook: x for "y"', [], { originalTitle: '"after each" hook: x' }))).toBe(
    '"after each" hook: x',
  );
});

test('the file comes from the nearest suite that has one, relative to the id root', () => {
  const root = { title: '', root: true, fullTitle: () => '' };
  expect(fileOf({ file: '/work/test/a.cjs' }, '/work')).toBe('test/a.cjs');
  expect(fileOf({ parent: { ...root, parent: { ...root, file: '/work/b.cjs' } } }, '/work')).toBe('b.cjs');
  expect(fileOf({ parent: root }, '/work')).toBe('');
  expect(fileOf({ parent: null }, '/work')).toBe('');
});

test.each([
  ['an error', new TypeError('wrong'), 'TypeError: wrong'],
  ['an error without a message', new RangeError(''), 'RangeError'],
  ['an error from a worker has no name', { message: 'wrong', stack: 'TypeError: wrong\n    at x' }, 'TypeError: wrong'],
  ['a message that was changed', Object.assign(new Error('before'), { message: 'after' }), 'Error: after'],
  ['text', 'thrown', 'thrown'],
  ['nothing', undefined, 'undefined'],
  ['a symbol', Symbol('sign'), 'Symbol(sign)'],
  ['an object without a message', { code: 1 }, 'Error'],
  ['a message that is not text', { name: 'Odd', message: { a: 1 } }, 'Odd: [object Object]'],
])('%s becomes name and message', (_what, thrown, message) => {
  expect(errorRecord(thrown).message).toBe(message);
});

test('the values of an assertion are shown, unless its message shows them', () => {
  const comparison = { expected: { a: [1] }, actual: { a: [2] }, showDiff: true };
  expect(errorRecord(Object.assign(new Error('not equal'), comparison)).message).toBe(
    'Error: not equal\n\nExpected: { a: [ 1 ] }\nActual: { a: [ 2 ] }',
  );
  expect(errorRecord(Object.assign(new Error('not\nequal'), comparison)).message).toBe('Error: not\nequal');
});

test('the values of an assertion are included if Mocha shows a difference', () => {
  const comparison = { expected: { a: 1 }, actual: { a: 2 } };
  expect(errorRecord({ message: 'not equal', ...comparison })).toMatchObject({
    expected: '{\n  "a": 1\n}',
    actual: '{\n  "a": 2\n}',
  });
  const shown = [{ ...comparison, showDiff: false }, { expected: { a: 1 }, actual: 'a' }, { expected: 1 }];
  for (const error of shown) expect(errorRecord({ message: 'not equal', ...error })).not.toHaveProperty('expected');
});

test('an error whose values cannot be read keeps its message', () => {
  const thrown = Object.defineProperty({ message: 'not equal', actual: 1 }, 'expected', {
    get: () => {
      throw new Error('no');
    },
  });
  expect(errorRecord(thrown)).toEqual({ message: 'Error: not equal' });
});

test('causes follow the stack, even if they form a circle', () => {
  const inner = new Error('inner');
  const outer = new Error('outer', { cause: inner });
  inner.cause = outer;
  const { stack } = errorRecord(outer);
  expect(stack).toContain('\nCaused by: Error: inner');
  expect(stack?.match(/Caused by/g)).toHaveLength(5);
  expect(errorRecord(new AggregateError([new Error('one'), 'two'], 'both')).stack).toMatch(
    /With: Error: one[\s\S]*With: two/,
  );
});

test('an unreadable error is still an error', () => {
  const thrown = Object.defineProperty({}, 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  expect(errorRecord(thrown)).toEqual({ message: 'An error that cannot be read was thrown.' });
});
