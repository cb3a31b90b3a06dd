import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Backoff } from './backoff.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

/** How long this pause lasts, milliseconds. */
async function lengthOf(attempt: number, random: number): Promise<number> {
  const begun = performance.now();
  const over = new Backoff(signal, () => random).pause(attempt).then(() => performance.now() - begun);
  await vi.runAllTimersAsync();
  return over;
}

it('pauses for a random time, with a maximum that doubles each time, up to 15 seconds', async () => {
  for (const attempt of [1, 2, 3, 10, 1_000]) expect(await lengthOf(attempt, 0)).toBeLessThanOrEqual(1);
  const longest: number[] = [];
  for (const attempt of [1, 2, 3, 6, 7, 8, 1_000]) longest.push(await lengthOf(attempt, 1));
  expect(longest).toEqual([250, 500, 1_000, 8_000, 15_000, 15_000, 15_000]);
  expect(await lengthOf(2, 0.5)).toBe(250);
});

it('a limit shortens the pauses in progress and all later ones', async () => {
  const backoff = new Backoff(signal, () => 1);
  const begun = performance.now();
  const ends: number[] = [];
  const pause = async (attempt: number) => {
    await backoff.pause(attempt);
    ends.push(performance.now() - begun);
  };
  void pause(1);
  void pause(3);
  void pause(7);
  await vi.advanceTimersByTimeAsync(200);
  backoff.limit(1_500);
  void pause(8);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ends).toEqual([250, 1_000, 1_700, 1_700]);
});

it('a signal ends a pause, and prevents later ones', async () => {
  const ending = new AbortController();
  const backoff = new Backoff(ending.signal, () => 1);
  const pause = backoff.pause(7);
  ending.abort(new Error('given up'));
  await expect(pause).rejects.toThrow('given up');
  await expect(backoff.pause(1)).rejects.toThrow('given up');
  expect(vi.getTimerCount()).toBe(0);
});
