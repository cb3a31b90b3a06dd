import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('if a probe is canceled before it is sent, the next request becomes the probe', async () => {
  const breaker = new CircuitBreaker();
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count++) {
    await breaker.enter(signal);
    breaker.failed();
  }
  vi.advanceTimersByTime(60_000);
  await breaker.enter(signal);
  breaker.withdrawn();
  await breaker.enter(signal);
  expect(breaker.isOpen).toBe(true);
});

it.each([
  ['a minute', 60_000],
  ['longer than any timer can be set for', 2 ** 31 + 60_000],
])('a service that asks us to wait %s gets no request until then, and then a single one', async (_, wait) => {
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
