import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../service/errors.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { retrying } from './retrying.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a dead service hears no more than one probe every few seconds, however much waits; one answer lets all of it pass', async () => {
  let isDead = true;
  const calls: number[] = [];
  const context = {
    breaker: new CircuitBreaker(),
    signal: new AbortController().signal,
    onAsk: () => {},
    onSettled: () => {},
    onAnswer: () => {},
    onProgress: () => {},
    onFailure: () => {},
  };
  const begun = performance.now();
  const requests = Array.from({ length: 9 }, () =>
    retrying(async () => {
      calls.push(performance.now() - begun);
      if (isDead) throw new ConnectionError('nobody there', { operation: 'post-results' });
    }, context),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  // Those that were on their way when it died; from then on probes.
  const probes = calls.filter((at) => at > 0);
  expect(calls.length - probes.length).toBe(9);
  expect(probes.length).toBeGreaterThan(1);
  expect(probes.length).toBeLessThanOrEqual(60 / 3);
  for (const [index, at] of probes.entries()) expect(at - (probes[index - 1] ?? 0)).toBeGreaterThanOrEqual(3_000);
  isDead = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await Promise.all(requests);
});

it.each([
  ['a minute', 60_000],
  ['longer than any timer can be set for', 2 ** 31 + 60_000],
])('a service that asks to wait %s is left alone by every request, and then asked by one alone', async (_, wait) => {
  const breaker = new CircuitBreaker();
  const { signal } = new AbortController();
  const passed: number[] = [];
  const begun = performance.now();
  await breaker.enter(signal);
  breaker.answered(wait);
  for (let count = 0; count < 5; count++) {
    void breaker.enter(signal).then(() => passed.push(performance.now() - begun));
  }
  await vi.advanceTimersByTimeAsync(wait - 1);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(passed).toEqual([wait]);
  breaker.answered();
  await vi.advanceTimersByTimeAsync(1);
  expect(passed).toHaveLength(5);
});

it('an answer to a request that was under way does not end the wait', async () => {
  const breaker = new CircuitBreaker();
  const { signal } = new AbortController();
  let passed = 0;
  await breaker.enter(signal);
  await breaker.enter(signal);
  breaker.answered(60_000);
  breaker.answered();
  void breaker.enter(signal).then(() => passed++);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(passed).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passed).toBe(1);
});
