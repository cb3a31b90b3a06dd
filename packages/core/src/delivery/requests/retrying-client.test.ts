import { afterEach, expect, it, vi } from 'vitest';
import {
  AttachmentUnreadableError,
  ConnectionError,
  type ServiceError,
  UnavailableError,
  UnreadableAnswerError,
} from '../../service/errors.js';
import { RetryingClient } from './retrying-client.js';
import { ServiceHealth } from './service-health.js';
import type { SessionService } from './session-service.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A service whose every operation does the same. */
function serviceThat(answer: () => Promise<string>): SessionService {
  const nothing = async () => void (await answer());
  return {
    listRuns: () => answer().then(() => []),
    createRun: answer,
    startRun: nothing,
    stopRun: nothing,
    completeRun: nothing,
    postResults: nothing,
    postLegacyResult: nothing,
    uploadAttachment: answer,
  };
}

function retrying(answer: () => Promise<string>, health = new ServiceHealth()): RetryingClient {
  const { signal } = new AbortController();
  return new RetryingClient(serviceThat(answer), health, { troubled: () => {} }, signal);
}

const OPERATIONS: ((service: SessionService) => Promise<unknown>)[] = [
  (service) => service.listRuns(1),
  (service) => service.createRun({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] }),
  (service) => service.startRun('run'),
  (service) => service.stopRun('run'),
  (service) => service.completeRun('run'),
  (service) => service.postResults('run', { items: [] }),
  upload,
];

function upload(service: SessionService): Promise<string> {
  return service.uploadAttachment('000001.txt', { name: 'a.txt' }, {});
}

it('unreadable files show nothing about the service', async () => {
  const health = new ServiceHealth();
  const failure = new AttachmentUnreadableError('gone', { operation: 'upload-attachment' });
  const service = retrying(() => Promise.reject(failure), health);
  for (let count = 0; count < 5; count++) await expect(upload(service)).rejects.toBe(failure);
  expect(health.breaker.isOpen).toBe(false);
});

it('every request is retried after a connection error, and the answer counts', async () => {
  for (const ask of OPERATIONS) {
    let tries = 0;
    const service = retrying(async () => {
      if (++tries === 1) throw new ConnectionError('cut', { operation: 'post-results' });
      return 'GUID';
    });
    await ask(service);
    expect(tries).toBe(2);
  }
});

it('a long outage does not use up the retries of unreadable answers', async () => {
  const operation = 'upload-attachment';
  const failures: ServiceError[] = [
    ...Array.from({ length: 3 }, () => new UnavailableError('503', { operation, status: 503 })),
    new UnreadableAnswerError('no GUID', { operation, status: 200 }),
  ];
  const service = retrying(() => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('GUID') : Promise.reject(failure);
  });
  expect(await upload(service)).toBe('GUID');
});

it.each([
  ['upload-attachment', 3],
  ['create-run', 1],
] as const)('%s with unreadable answers is tried %i times', async (operation, most) => {
  let tries = 0;
  const failure = new UnreadableAnswerError('no GUID', { operation, status: 200 });
  const service = retrying(() => {
    tries++;
    return Promise.reject(failure);
  });
  await expect(upload(service)).rejects.toBe(failure);
  expect(tries).toBe(most);
});

it('a dead service gets at most one probe every few seconds; one answer lets all waiting requests pass', async () => {
  vi.useFakeTimers();
  let isDead = true;
  const calls: number[] = [];
  const begun = performance.now();
  const service = retrying(async () => {
    calls.push(performance.now() - begun);
    if (isDead) throw new ConnectionError('refused', { operation: 'post-results' });
    return 'GUID';
  });
  const requests = Array.from({ length: 9 }, () => upload(service));
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
