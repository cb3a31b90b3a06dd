import { expect, it } from 'vitest';
import { causeOf, commonMessage, withoutFrames } from './failure-message.js';

const causeAt = (message: string, line: number) => causeOf({ message, place: `cart.ts:${line}` });

it.each([
  'expected 3 to be 4',
  'AssertionError: expected [ 1, 2 ] to deeply equal [ 1 ]',
  'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2',
  "'a b' == 'c'",
  'The expression evaluated to a falsy value:\n\n  assert(ok)',
  'Error: expect(received).toBe(expected) // Object.is equality',
  'expect(locator).toBeVisible() failed',
  'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
  'thrown: "Exceeded timeout of 5000 ms for a test.\nAdd a timeout value"',
  'Test timeout of 30000ms exceeded.',
  'Test timed out in 5000ms.',
  'TimeoutError: locator.click: Timeout 5000ms exceeded.',
  'org.opentest4j.AssertionFailedError: expected: <3> but was: <4>',
  'org.junit.ComparisonFailure: expected:<[a]> but was:<[b]>',
  'AssertionError: assert 1 == 2',
  'Assert.AreEqual failed. Expected:<1>. Actual:<2>.',
  'Failed asserting that 1 matches expected 2.',
  'got 3, want 4',
  '',
])('the line that throws tells causes apart if a message says little: %s', (message) => {
  expect(causeAt(message, 7)).not.toBe(causeAt(message, 8));
  // Where the line is unknown, the test does.
  const causeIn = (test: string) => causeOf({ message, place: '', test });
  expect(causeIn('adds')).not.toBe(causeIn('removes'));
});

it.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'total')",
    "TypeError: Cannot read properties of undefined (reading 'id')",
  ],
  ['The cart has 3 items: expected 3 to be 4', 'The cart has 5 items: expected 5 to be 4'],
  ['connect ECONNREFUSED 127.0.0.1:7357', 'connect ECONNREFUSED 127.0.0.1:80'],
  ['GET http://one/a failed after 5 s', 'GET http://two/b failed after 0.3 s'],
  ["It can't be reached", "It can't be reached"],
])('otherwise messages that differ only in values have one cause, wherever they are thrown: %s', (one, other) => {
  expect(causeAt(one, 7)).toBe(causeAt(other, 8));
});

it.each([
  ['no #user-12 here', 'no #user-15 here', 'no #user-… here'],
  ["no 'Ada' in 12 ms", "no 'Bob Lee' in 700 ms", "no '… ms"],
  ["no 'Ada'", "no 'Bob'", "no '…'"],
  ['a…b 1', 'aXb 1', 'a…b 1'],
])('a group’s message has "…" where its messages differ: %s, %s', (one, other, both) => {
  expect(commonMessage(one, other)).toBe(both);
});

it('source in a message is left out, and other lines with bars stay', () => {
  const message = 'SyntaxError: no\n\n  1 | one();\n> 2 | two(;\n    |     ^\n  3 | three();\n\n| a | b |\nafter';
  expect(withoutFrames(message)).toBe('SyntaxError: no\n\n\n| a | b |\nafter');
});
