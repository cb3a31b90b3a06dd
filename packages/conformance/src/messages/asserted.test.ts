import { expect, it } from 'vitest';
import { isAssertedIn } from './asserted.js';
import { chapters } from './rows/index.js';
import { rowsIn } from './scenario.js';

const OWN = 'packages/conformance/src/messages/asserted.test.ts';
/** A test file that is named by no row. */
const UNRELATED = 'packages/cli/test/colors.test.ts';

it('a message is asserted by a text or a pattern that contains all of it, in order', () => {
  const texts = [`${OWN} is red, and 7 of ${UNRELATED} are blue`, /^\d+ lines \(all\) are green\n +and long\.$/];
  expect(texts).toHaveLength(2);
  expect(isAssertedIn(OWN, ['… is red, and 7 of …', 'are blue'].join(' '))).toBe(true);
  expect(isAssertedIn(OWN, ['… lines (all)', 'are green\nand long.'].join(' '))).toBe(true);
});

it('part of a message, its words elsewhere, or the title of a test do not assert it', () => {
  expect(isAssertedIn(OWN, ['… lines (all)', 'are green\nand short.'].join(' '))).toBe(false);
  expect(isAssertedIn(OWN, ['… and 7 of …', 'is red'].join(' '))).toBe(false);
  expect(isAssertedIn(OWN, ['its words elsewhere, or', 'the title of a test'].join(' '))).toBe(false);
});

it('a test file that asserts other messages asserts none of them', () => {
  const messages = chapters.flatMap(({ elsewhere }) => elsewhere.flatMap((byTest) => Object.values(byTest)));
  const rows = messages.flatMap(rowsIn);
  expect(rows.filter(({ says }) => isAssertedIn(UNRELATED, says))).toEqual([]);
});
