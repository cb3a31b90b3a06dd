import { expect, it } from 'vitest';
import { assertedIn, isAsserted } from './asserted.js';
import { chapters } from './rows/index.js';
import { rowsIn } from './scenario.js';

const OWN = 'conformance/src/messages/asserted.test.ts';
/** A test file that asserts no message of another test. */
const UNRELATED = 'cli/test/colors.test.ts';

it('a message is asserted by a text or a pattern that contains all of it, in order', () => {
  const texts = [`${OWN} is red, and 7 of ${UNRELATED} are blue`, /^\d+ lines \(all\) are green\n +and long\.$/];
  expect(texts).toHaveLength(2);
  expect(isAsserted(['… is red, and 7 of …', 'are blue'].join(' '), assertedIn(OWN))).toBe(true);
  expect(isAsserted(['… lines (all)', 'are green\nand long.'].join(' '), assertedIn(OWN))).toBe(true);
});

it('part of a message, its words elsewhere, or the title of a test do not assert it', () => {
  expect(isAsserted(['… lines (all)', 'are green\nand short.'].join(' '), assertedIn(OWN))).toBe(false);
  expect(isAsserted(['… and 7 of …', 'is red'].join(' '), assertedIn(OWN))).toBe(false);
  expect(isAsserted(['its words elsewhere, or', 'the title of a test'].join(' '), assertedIn(OWN))).toBe(false);
});

it('a test file that asserts other messages asserts none of them', () => {
  const rows = chapters.flatMap(({ elsewhere }) => elsewhere.flatMap(rowsIn));
  const texts = assertedIn(UNRELATED);
  expect(rows.filter(({ says }) => isAsserted(says, texts))).toEqual([]);
});
