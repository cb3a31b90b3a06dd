import { describe, expect, it } from 'vitest';
import { bytes, clock, count, counted, day, moment } from './format-time.js';

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_960, '10 kB'],
    [999_499, '999 kB'],
    [999_999, '1.0 MB'],
    [1_440_000, '1.4 MB'],
  ])('of %s bytes is %s', (size, text) => {
    expect(bytes(size)).toBe(text);
  });
});

it('times are those of the user’s time zone', () => {
  const time = new Date(2026, 8, 3, 1, 4, 7).getTime();
  expect(moment(time)).toBe('3 Sep 2026, 01:04');
  expect(day(time)).toBe('3 Sep 2026');
  expect(clock(time)).toBe('01:04:07');
  expect([moment(Number.NaN), day(1e20), clock(-1e20)]).toEqual(['at an unknown time', 'an unknown day', '–']);
});

it('large numbers are in groups of three digits', () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(count)).toEqual(['0', '999', '1,000', '12,345', '1,234,567']);
  expect(counted(1_000, 'test')).toBe('1,000 tests');
});
