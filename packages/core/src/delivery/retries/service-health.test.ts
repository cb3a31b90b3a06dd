import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceHealth } from './service-health.js';

const WHILE = 1_500;
let health: ServiceHealth;

beforeEach(() => {
  health = new ServiceHealth();
  health.check();
});

/** Milliseconds. */
function silence(): number {
  health.check();
  return performance.now() - health.lastAnswer;
}

/** Waits like a drain. */
async function waitFor(milliseconds: number): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds) {
    await setTimeout(20);
    health.check();
  }
}

test('a service that does not answer a request is silent', async () => {
  health.asked = 1;
  // A busy machine delays checks, and delayed checks do not count.
  for (let tries = 0; silence() < 300 && tries < 500; tries++) await waitFor(20);
  expect(silence()).toBeGreaterThanOrEqual(300);
  await health.enter(new AbortController().signal);
  health.left('an answer');
  expect(silence()).toBeLessThan(300);
});

test('time in which this thread was busy does not count as silence', () => {
  health.asked = 1;
  const begun = performance.now();
  while (performance.now() - begun < WHILE);
  expect(silence()).toBeLessThan(WHILE / 2);
});

test('a service without requests is not silent', async () => {
  health.asked = 1;
  health.asked = 0;
  await waitFor(400);
  expect(silence()).toBeLessThan(300);
});

describe('while the service is dead or has asked us to wait', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('if a probe is canceled before it is sent, the next request becomes the probe', async () => {
    const health = new ServiceHealth();
    const { signal } = new AbortController();
    for (let count = 0; count < 3; count++) {
      await health.enter(signal);
      health.left('no answer');
    }
    vi.advanceTimersByTime(60_000);
    await health.enter(signal);
    health.left('nothing');
    await health.enter(signal);
    expect(health.isDead).toBe(true);
  });

  test.each([
    ['a minute', 60_000],
    ['longer than any timer can be set for', 2 ** 31 + 60_000],
  ])('a service that asks us to wait %s gets no request until then, and then a single one', async (_, wait) => {
    const health = new ServiceHealth();
    const { signal } = new AbortController();
    const passed: number[] = [];
    const begun = performance.now();
    await health.enter(signal);
    health.left('an answer', wait);
    for (let count = 0; count < 5; count++) {
      void health.enter(signal).then(() => passed.push(performance.now() - begun));
    }
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(passed).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(passed).toEqual([wait]);
    health.left('an answer');
    await vi.advanceTimersByTimeAsync(1);
    expect(passed).toHaveLength(5);
  });

  test('an answer to a request that was under way does not end the wait', async () => {
    const health = new ServiceHealth();
    const { signal } = new AbortController();
    let passed = 0;
    await health.enter(signal);
    await health.enter(signal);
    health.left('an answer', 60_000);
    health.left('an answer');
    void health.enter(signal).then(() => passed++);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(passed).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(passed).toBe(1);
  });
});
