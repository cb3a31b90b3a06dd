import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';
import { ServicePulse } from './service-pulse.js';

const BUSY = 1_500;

function pulse(): ServicePulse {
  return new ServicePulse(new CircuitBreaker(), { isBusy: false });
}

/** Blocks this thread. */
function work(milliseconds: number): void {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds);
}

test('a service that is asked and does not answer is silent', async () => {
  const service = pulse();
  service.asked();
  await vi.waitFor(() => expect(service.silence).toBeGreaterThan(300), { timeout: 20_000, interval: 20 });
  service.answered();
  expect(service.silence).toBeLessThan(300);
});

test('time in which this thread was busy is not the service’s silence', async () => {
  const service = pulse();
  service.asked();
  await setTimeout(10);
  work(BUSY);
  expect(service.silence).toBeLessThan(BUSY / 2);
  await setTimeout(10);
  expect(service.silence).toBeLessThan(BUSY / 2);
});

test('a service that is asked nothing is not silent', async () => {
  const service = pulse();
  for (let turn = 0; turn < 2; turn++) {
    service.asked();
    service.answered();
    service.settled();
    await setTimeout(400);
    expect(service.silence).toBe(0);
  }
  service.asked();
  expect(service.silence).toBeLessThan(300);
});
