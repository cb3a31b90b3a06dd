import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { ServicePulse } from './service-pulse.js';

const WHILE = 1_500;
let pulse: ServicePulse;

beforeEach(() => {
  pulse = new ServicePulse();
  pulse.look();
});

/** Milliseconds. */
function silence(): number {
  pulse.look();
  return performance.now() - pulse.lastAnswer;
}

/** As a drain does while it waits. */
async function waitFor(milliseconds: number): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds) {
    await setTimeout(20);
    pulse.look();
  }
}

test('a service that is asked and does not answer is silent', async () => {
  pulse.asked();
  // A busy machine makes looks late, and what is late does not count.
  for (let tries = 0; silence() < 300 && tries < 500; tries++) await waitFor(20);
  expect(silence()).toBeGreaterThanOrEqual(300);
  pulse.answered();
  expect(silence()).toBeLessThan(300);
});

test('time in which this thread was busy is not the service’s silence', () => {
  pulse.asked();
  const begun = performance.now();
  while (performance.now() - begun < WHILE);
  expect(silence()).toBeLessThan(WHILE / 2);
});

test('a service that is asked nothing is not silent', async () => {
  pulse.asked();
  pulse.settled();
  await waitFor(400);
  expect(silence()).toBeLessThan(300);
});
