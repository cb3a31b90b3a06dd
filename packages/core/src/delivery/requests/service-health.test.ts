import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
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
  health.asked();
  // A busy machine delays checks, and delayed checks do not count.
  for (let tries = 0; silence() < 300 && tries < 500; tries++) await waitFor(20);
  expect(silence()).toBeGreaterThanOrEqual(300);
  health.answered();
  expect(silence()).toBeLessThan(300);
});

test('time in which this thread was busy does not count as silence', () => {
  health.asked();
  const begun = performance.now();
  while (performance.now() - begun < WHILE);
  expect(silence()).toBeLessThan(WHILE / 2);
});

test('a service without requests is not silent', async () => {
  health.asked();
  health.settled();
  await waitFor(400);
  expect(silence()).toBeLessThan(300);
});
