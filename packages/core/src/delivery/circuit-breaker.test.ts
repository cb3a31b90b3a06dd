import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionError } from '../service/errors.js';
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
    onFailure: () => {},
  };
  const begun = Date.now();
  const requests = Array.from({ length: 9 }, () =>
    retrying(async () => {
      calls.push(Date.now() - begun);
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
