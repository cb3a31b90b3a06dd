import { expect, test } from 'vitest';
import { matchesTags } from './matches-tags.js';

test.each([
  ['fast', true],
  ['slow', false],
  ['fast and slow', false],
  ['fast OR slow', true],
  ['slow or fast and unit/db', true],
  ['(slow || fast) && !unit/db', false],
  ['not slow and not (slow or other)', true],
  ['!(slow||!fast)', true],
  ['unit/*', true],
  ['*.*', false],
  ['fas', false],
  ['orders', false],
])('a test with the tags "fast" and "unit/db" and the filter "%s": %s', (expression, matches) => {
  expect(matchesTags(expression, ['fast', 'unit/db'])).toBe(matches);
});
