import type { LegacyResult } from '@testpoint/interface';
import { afterEach, expect, it, vi } from 'vitest';
import { Progress } from '../../outbox/read/progress.js';
import type { ServiceClient } from '../../service/client.js';
import { type Operation, ServiceError } from '../../service/errors.js';
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

const failing = (operation: Operation, status?: number, cause?: unknown) => () =>
  new ServiceError(status === undefined ? 'CONNECTION_FAILED' : 'UNAVAILABLE', 'not now', {
    ...{ operation, cause },
    ...(status !== undefined && { status }),
  });
const shortage = Object.assign(new Error('too many open files'), { code: 'EMFILE' });

it.each<[string, (health: ServiceHealth) => unknown, () => Error, number]>([
  ['in the last try', (health) => health.tryLast(), failing('upload-attachment', 500), 5],
  // There are too many requests, which says nothing about this one.
  ['by 429, even in the last try', (health) => health.tryLast(), failing('upload-attachment', 429), 9],
  ['for want of descriptors', (health) => health.tryLast(), failing('upload-attachment', undefined, shortage), 9],
  ['by 500, in a search for the result', (health) => health.search(), failing('post-results', 500), 1],
  ['by 500, in a search for another', (health) => health.search(), failing('upload-attachment', 500), 9],
  ['by 503, in a search', (health) => health.search(), failing('post-results', 503), 9],
  ['by 500', () => {}, failing('post-results', 500), 9],
  ['by a defect of ours', () => {}, () => new TypeError('no'), 1],
])('a request that fails eight times %s', async (_, prepare, failure, most) => {
  vi.useFakeTimers();
  const health = new ServiceHealth();
  prepare(health);
  const troubles: string[] = [];
  let tries = 0;
  const retries = new Retries(health, { troubled: (message) => troubles.push(message) }, signal);
  const sending = retries.send(async () => {
    expect([health.asked, health.underWay]).toEqual([1, 1]);
    if (++tries === 9) return 'GUID';
    throw failure();
  });
  const [ended] = await Promise.all([Promise.allSettled([sending]), vi.runAllTimersAsync()]);
  expect(tries).toBe(most);
  expect(ended[0]).toMatchObject(most === 9 ? { value: 'GUID' } : { reason: failure() });
  expect(troubles).toEqual(Array(most - 1).fill('not now'));
  expect([health.asked, health.underWay]).toEqual([0, 0]);
  if (most === 9) expect(health.lastProgress).toBe(performance.now());
  // For a problem of our own, it waits a tenth of a second, always.
  if (failure().cause === shortage) expect(performance.now()).toBe(800);
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
