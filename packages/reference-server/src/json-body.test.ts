import { expect, it } from 'vitest';
import { nestsDeeperThan } from './json-body.js';

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{"b":[]}]}', 4],
  ['[[],[],[[]]]', 3],
  ['"[[["', 0],
  ['["[[[", [1]]', 2],
  ['{"\\"[{":"\\\\"}', 1],
  ['["\\\\\\"[[[", "\\\\", []]', 2],
  ['["never closed [[[[', 1],
  [']]]][[', 2],
])('%s nests %i deep', (text, depth) => {
  const closes = /^[\]}]/.test(text);
  expect(nestsDeeperThan(text, depth)).toBe(false);
  if (depth > 0 && !closes) expect(nestsDeeperThan(text, depth - 1)).toBe(true);
});
