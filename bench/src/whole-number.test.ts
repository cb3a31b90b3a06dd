import { expect, test } from 'vitest';
import { wholeNumber } from './whole-number.js';

test.each(['1', '007', '9007199254740991'])('takes %s', (text) => {
  expect(wholeNumber('--rounds', text)).toBe(Number(text));
});

test.each(['0', '-1', '1.5', '1e3', '0x10', ' 1', '', 'x', '9007199254740992'])('refuses "%s"', (text) => {
  expect(() => wholeNumber('--rounds', text)).toThrow(`--rounds takes whole numbers from 1, not "${text}".`);
});

test('takes 0 if 0 is the minimum', () => {
  expect(wholeNumber('--latencies', '0', 0)).toBe(0);
});
