import { expect, test } from 'vitest';
import { namesIn, optionsIn, wholeNumber } from './options.js';

const DEFAULTS = { rounds: 5, testTime: '0', noCalls: false, profiles: undefined };

test('options that are not given have their defaults', () => {
  expect(optionsIn([], DEFAULTS)).toEqual(DEFAULTS);
});

test('given options have the types of their defaults', () => {
  const args = ['--rounds', '7', '--test-time', '0,50', '--no-calls', '--profiles', 'here'];
  expect(optionsIn(args, DEFAULTS)).toEqual({ rounds: 7, testTime: '0,50', noCalls: true, profiles: 'here' });
});

test.each([
  [['--rounds', '0'], '--rounds takes whole numbers from 1, not "0".'],
  [['--round', '1'], "Unknown option '--round'"],
])('%j is refused', (args, message) => {
  expect(() => optionsIn(args, DEFAULTS)).toThrow(message);
});

test.each(['1', '007', '9007199254740991'])('takes %s', (text) => {
  expect(wholeNumber('--rounds', text)).toBe(Number(text));
});

test.each(['0', '-1', '1.5', '1e3', '0x10', ' 1', '', 'x', '9007199254740992'])('refuses "%s"', (text) => {
  expect(() => wholeNumber('--rounds', text)).toThrow(`--rounds takes whole numbers from 1, not "${text}".`);
});

test('takes 0 if 0 is the minimum', () => {
  expect(wholeNumber('--latency', '0', 0)).toBe(0);
});

test('a list has only possible names, in the order as typed', () => {
  expect(namesIn('--columns', 'b,a', ['a', 'b'])).toEqual(['b', 'a']);
  expect(() => namesIn('--columns', 'a,c', ['a', 'b'])).toThrow('--columns: "c" is not one of a, b');
});
