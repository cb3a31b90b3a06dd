import { expect, it } from 'vitest';
import { byteRange } from './byte-range.js';

it.each([
  [undefined, undefined],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=3-99', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
])('%s asks for %o of ten bytes', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

it('no range of an empty file can be satisfied', () => {
  expect(byteRange('bytes=0-', 0)).toBe('none');
});
