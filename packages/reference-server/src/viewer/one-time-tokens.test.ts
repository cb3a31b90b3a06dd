import { expect, test } from 'vitest';
import { OneTimeTokens } from './one-time-tokens.js';

test('a token is valid once', () => {
  const tokens = new OneTimeTokens();
  const token = tokens.make(0);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(tokens.spend(token, 59_999)).toBe(true);
  expect(tokens.spend(token, 59_999)).toBe(false);
});

test('a token is valid for a minute', () => {
  const tokens = new OneTimeTokens();
  const token = tokens.make(0);
  expect(tokens.spend(token, 60_000)).toBe(false);
});

test('an unknown token is not valid', () => {
  const tokens = new OneTimeTokens();
  tokens.make(0);
  expect(tokens.spend('x'.repeat(43), 1)).toBe(false);
});
