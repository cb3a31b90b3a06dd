import { readLine } from '@testpoint/interface/codec';
import { expect, test } from 'vitest';
import { restOf, resultTimes } from './result-times.js';

const begin = Date.parse('2026-01-01T00:00:00.000Z');
const at = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const timesOf = (body: object, view?: object) => resultTimes(readLine({ body, view }));
const durationOf = (body: object, view?: object) => timesOf({ startedOn: at(0), ...body }, view).duration;

test('a duration in seconds counts if it is more than a second away from the times', () => {
  expect(durationOf({ completedOn: at(17_000), duration: 0 })).toBe(0);
  expect(durationOf({ completedOn: at(17_499), duration: 17 })).toBe(17_499);
  expect(durationOf({ completedOn: at(17_000), duration: 16 })).toBe(17_000);
  expect(durationOf({ completedOn: at(17_001), duration: 16 })).toBe(16_000);
  expect(durationOf({ completedOn: at(2_000), duration: 6 })).toBe(6_000);
});

test('a journal is exact, whatever unit its durations have', () => {
  const view = { titles: ['a test'] };
  expect(durationOf({ completedOn: at(17_000), duration: 17_000 }, view)).toBe(17_000);
  expect(durationOf({ completedOn: at(17_000), duration: 90 }, { ...view, duration: 90 })).toBe(90);
});

test('without times, the duration counts, and a start and a duration make an end', () => {
  expect(timesOf({ duration: 3 })).toEqual({ startedAt: -1, endedAt: -1, duration: 3_000 });
  expect(timesOf({ duration: 3, configurationGlobalId: 1 }).duration).toBe(3);
  expect(timesOf({ startedOn: at(0), duration: 3 })).toEqual({
    ...{ startedAt: begin, endedAt: begin + 3_000, duration: 3_000 },
  });
  expect(timesOf({})).toEqual({ startedAt: -1, endedAt: -1, duration: -1 });
});

test('the last attempt takes what the others leave, unless they are not in it', () => {
  const earlier = [{ startedAt: 10, endedAt: 15 }, { startedAt: 100, endedAt: 120 }, { startedAt: 200 }];
  expect(restOf({ startedAt: 10, duration: 65 }, earlier)).toBe(40);
  expect(restOf({ startedAt: 300, duration: 65 }, earlier)).toBe(65);
});
