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
  const json = Buffer.from(text);
  expect(nestsDeeperThan(json, depth)).toBe(false);
  if (depth > 0 && !closes) expect(nestsDeeperThan(json, depth - 1)).toBe(true);
});
