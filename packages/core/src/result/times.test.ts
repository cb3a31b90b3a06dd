import { describe, expect, it } from 'vitest';
import { BEGIN } from '../../test/samples/mapping-sample.js';
import { addTimes, type DurationUnit, type Times } from './times.js';

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

describe('times', () => {
  const cases: [string, number | undefined, number | undefined, Times][] = [
    ['are ISO 8601 UTC with milliseconds', BEGIN, BEGIN + 1007, times('10:00:00.000', '10:00:01.007', 1)],
    ['of fractions of milliseconds lose them', BEGIN + 0.9, BEGIN + 99.4, times('10:00:00.000', '10:00:00.099', 0)],
    ['round the duration up from the half', BEGIN, BEGIN + 1500, times('10:00:00.000', '10:00:01.500', 2)],
    ['round the duration down below the half', BEGIN, BEGIN + 1499, times('10:00:00.000', '10:00:01.499', 1)],
    ['never end before they begin', BEGIN, BEGIN - 5000, times('10:00:00.000', '10:00:00.000', 0)],
    ['without an end have no duration', BEGIN, undefined, { startedOn: '2026-03-01T10:00:00.000Z' }],
    ['without a start have no duration', undefined, BEGIN, { completedOn: '2026-03-01T10:00:00.000Z' }],
    ['that are not known are left out', undefined, undefined, {}],
    ['that are not numbers are left out', Number.NaN, Number.POSITIVE_INFINITY, {}],
    ['that are texts are left out', '5' as never, undefined, {}],
    ['before 1970 are left out', -1, BEGIN, { completedOn: '2026-03-01T10:00:00.000Z' }],
    ['beyond year 9999 are left out', LAST + 1, 8.64e15, {}],
    ['on the last millisecond are known', LAST, undefined, { startedOn: '9999-12-31T23:59:59.999Z' }],
    ['on the first millisecond are known', 0, undefined, { startedOn: '1970-01-01T00:00:00.000Z' }],
    [
      'of more than a day are a day long',
      BEGIN,
      BEGIN + 86_400_500,
      { ...times('10:00:00.000', '', 86_400), completedOn: '2026-03-02T10:00:00.500Z' },
    ],
  ];
  it.each(cases)('%s', (_, start, end, expected) => {
    expect(timesOf(start, end, 'seconds')).toEqual(expected);
  });

  it('have the known duration, with and without an end', () => {
    const target: Times = {};
    addTimes(target, { startedAt: BEGIN, duration: 2400 }, 'seconds');
    expect(target).toEqual({ startedOn: '2026-03-01T10:00:00.000Z', duration: 2 });
    addTimes(target, { startedAt: BEGIN, endedAt: BEGIN + 7000, duration: 2400 }, 'seconds');
    expect(target).toMatchObject({ completedOn: '2026-03-01T10:00:07.000Z', duration: 2 });
  });

  it.each([
    [1499.9, 1499],
    [0, 0],
    [90_000_000, 86_400_000],
  ])('have a duration of %s in milliseconds on request: %s', (length, expected) => {
    expect(timesOf(BEGIN, BEGIN + length, 'milliseconds').duration).toBe(expected);
  });
});

function timesOf(start: number | undefined, end: number | undefined, unit: DurationUnit): Times {
  const target: Times = {};
  addTimes(target, { startedAt: start, endedAt: end }, unit);
  return target;
}

function times(start: string, end: string, duration: number): Times {
  return { startedOn: `2026-03-01T${start}Z`, completedOn: `2026-03-01T${end}Z`, duration };
}
