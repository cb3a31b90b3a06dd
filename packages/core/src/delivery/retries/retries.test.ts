import type { LegacyResult } from '@testpoint/interface';
import { afterEach, expect, it, vi } from 'vitest';
import { Progress } from '../../outbox/read/progress.js';
import type { ServiceClient } from '../../service/client.js';
import { ServiceError } from '../../service/errors.js';
import type { Outgoing } from '../results/outgoing.js';
import { SessionClient } from '../session-client.js';
import { Retries } from './retries.js';
import { ServiceHealth } from './service-health.js';

afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

/** Requests that all get the same answer. */
function retrying(answer: () => Promise<string>, health = new ServiceHealth()): () => Promise<string> {
  const retries = new Retries(health, { troubled: () => {} }, signal);
  return () => retries.send(answer);
}

it('a file that cannot be read does not count as a failure of the service', async () => {
  const health = new ServiceHealth();
  const failure = new ServiceError('ATTACHMENT_UNREADABLE', 'gone', { operation: 'upload-attachment' });
  const request = retrying(() => Promise.reject(failure), health);
  for (let count = 0; count < 5; count++) await expect(request()).rejects.toBe(failure);
  expect(health.isDead).toBe(false);
});

const RESULT: Outgoing = { sequence: 1, otherLines: [], head: undefined, bytes: Buffer.from('{}'), start: 0, end: 2 };
const OPERATIONS: ((client: SessionClient) => Promise<unknown>)[] = [
  (client) => client.listRuns(1),
  (client) => client.createRun({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] }),
  (client) => client.moveRun('startRun', 'run'),
  (client) => client.moveRun('stopRun', 'run'),
  (client) => client.moveRun('completeRun', 'run'),
  (client) => client.postResults('run', { items: [RESULT] }),
  (client) => client.postLegacyResult(RESULT, {} as LegacyResult),
  (client) => client.uploadAttachment('000001.txt', { name: 'a.txt' }, {}),
];

it('every request is retried after a connection error, until the service answers', async () => {
  for (const ask of OPERATIONS) {
    let tries = 0;
    const answer = async () => {
      if (++tries === 1) throw new ServiceError('CONNECTION_FAILED', 'cut', { operation: 'post-results' });
      return 'GUID';
    };
    const service = new Proxy({} as ServiceClient, { get: () => answer });
    const progress = new Progress(undefined);
    const retries = new Retries(new ServiceHealth(), { troubled: () => {} }, signal);
    await ask(new SessionClient(service, undefined, progress, retries, signal));
    expect(tries).toBe(2);
  }
});

it('a long outage does not use up the retries of unreadable answers', async () => {
  const operation = 'upload-attachment';
  const failures: ServiceError[] = [
    ...Array.from({ length: 3 }, () => new ServiceError('UNAVAILABLE', '503', { operation, status: 503 })),
    new ServiceError('UNREADABLE_ANSWER', 'no GUID', { operation, status: 200 }),
  ];
  const request = retrying(() => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('GUID') : Promise.reject(failure);
  });
  expect(await request()).toBe('GUID');
});

it.each([
  [500, 5],
  // There are too many requests, which says nothing about this one.
  [429, 9],
])('in the last try, a request that gets %i eight times is sent %i times', async (status, most) => {
  vi.useFakeTimers();
  const health = new ServiceHealth();
  health.tryLast();
  let tries = 0;
  const request = retrying(async () => {
    if (++tries === 9) return 'GUID';
    throw new ServiceError('UNAVAILABLE', 'not now', { operation: 'upload-attachment', status });
  }, health);
  await Promise.all([request().catch(() => {}), vi.runAllTimersAsync()]);
  expect(tries).toBe(most);
});

it.each([
  ['upload-attachment', 3],
  ['create-run', 1],
] as const)('%s with unreadable answers is tried %i times', async (operation, most) => {
  let tries = 0;
  const failure = new ServiceError('UNREADABLE_ANSWER', 'no GUID', { operation, status: 200 });
  const request = retrying(() => {
    tries++;
    return Promise.reject(failure);
  });
  await expect(request()).rejects.toBe(failure);
  expect(tries).toBe(most);
});

it('a dead service gets at most one probe every few seconds; one answer lets all waiting requests pass', async () => {
  vi.useFakeTimers();
  let isDead = true;
  const calls: number[] = [];
  const begun = performance.now();
  const request = retrying(async () => {
    calls.push(performance.now() - begun);
    if (isDead) throw new ServiceError('CONNECTION_FAILED', 'refused', { operation: 'post-results' });
    return 'GUID';
  });
  const requests = Array.from({ length: 9 }, request);
  await vi.advanceTimersByTimeAsync(60_000);
  // The first calls were already under way when the service died. All later ones are probes.
  const probes = calls.filter((at) => at > 0);
  expect(calls.length - probes.length).toBe(9);
  expect(probes.length).toBeGreaterThan(1);
  expect(probes.length).toBeLessThanOrEqual(60 / 3);
  for (const [index, at] of probes.entries()) expect(at - (probes[index - 1] ?? 0)).toBeGreaterThanOrEqual(3_000);
  isDead = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await Promise.all(requests);
});

/** When a request that never gets an answer is sent, milliseconds after the first time, if pauses are as long as possible. */
async function timesOfTries(most: number, meanwhile?: (retries: Retries) => void): Promise<number[]> {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const times: number[] = [];
  const begun = performance.now();
  const ending = new AbortController();
  const retries = new Retries(new ServiceHealth(), { troubled: () => {} }, ending.signal);
  const sending = retries.send(() => {
    times.push(performance.now() - begun);
    const failure = { operation: 'post-results', status: 503 } as const;
    return Promise.reject(new ServiceError('UNAVAILABLE', 'not now', failure));
  });
  const ended = expect(sending).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(2_000);
  meanwhile?.(retries);
  while (times.length < most) await vi.advanceTimersByTimeAsync(1_000);
  ending.abort(new Error('given up'));
  await ended;
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  return times.slice(0, most);
}

it('pauses for a random time, whose maximum doubles each time, up to 15 seconds', async () => {
  const longest = [0, 250, 750, 1_750, 3_750, 7_750, 15_750, 30_750, 45_750];
  expect(await timesOfTries(9)).toEqual(longest);
});

it('a limit shortens the pauses in progress and all later ones', async () => {
  const limited = [0, 250, 750, 1_750, 3_250, 4_750];
  expect(await timesOfTries(6, (retries) => retries.limitPauses(1_500))).toEqual(limited);
});
