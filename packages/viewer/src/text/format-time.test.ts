import { describe, expect, it } from 'vitest';
import { bytes, clock, count, counted, day, duration, moment } from './format-time.js';

describe('a duration', () => {
  it.each([
    [undefined, '–'],
    [-1, '–'],
    [0, '0 ms'],
    [4.4, '4 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [1_250, '1.3 s'],
    [9_949, '9.9 s'],
    [9_960, '10 s'],
    [59_499, '59 s'],
    [59_600, '1 min 00 s'],
    [125_000, '2 min 05 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_600, '1 h 00 min'],
    [3_720_000, '1 h 02 min'],
    [7_170_000, '2 h 00 min'],
  ])('of %s ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

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
