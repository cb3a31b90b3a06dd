import { expect, it } from 'vitest';
import { rangeOf } from './byte-range.js';

it.each([
  [undefined, undefined],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['Bytes= 2-5 ', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['bytes=2-99', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=1-2', undefined],
  ['bytes=one-two', undefined],
])('of ten bytes, the range %j is %j', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range);
});

it('no range of empty content can be satisfied', () => {
  expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
  expect(rangeOf('bytes=-1', 0)).toBe('unsatisfiable');
});
