import { expect, it, vi } from 'vitest';
import {
  AttachmentUnreadableError,
  ConnectionError,
  UnavailableError,
  UnreadableAnswerError,
} from '../../service/errors.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type RetryContext, retrying } from './retrying.js';

function context(): RetryContext {
  return {
    breaker: new CircuitBreaker(),
    signal: new AbortController().signal,
    onAsk: () => {},
    onSettled: () => {},
    onAnswer: () => {},
    onProgress: () => {},
    onFailure: () => {},
  };
}

it('files that cannot be read say nothing about the service', async () => {
  const retry = context();
  const failure = new AttachmentUnreadableError('gone', { operation: 'upload-attachment' });
  for (let count = 0; count < 5; count++) {
    await expect(retrying(() => Promise.reject(failure), retry)).rejects.toBe(failure);
  }
  expect(retry.breaker.isOpen).toBe(false);
});

it('a probe that comes to nothing by itself lets the next one pass', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { breaker, signal } = context();
  for (let count = 0; count < 3; count++) {
    await breaker.enter(signal);
    breaker.failed();
  }
  vi.advanceTimersByTime(60_000);
  await breaker.enter(signal);
  breaker.withdrawn();
  await breaker.enter(signal);
  expect(breaker.isOpen).toBe(true);
  vi.useRealTimers();
});

it('a request is made again after a connection error, and its answer is what counts', async () => {
  let tries = 0;
  const answer = await retrying(() => {
    tries++;
    return tries < 3 ? Promise.reject(new ConnectionError('cut', { operation: 'post-results' })) : Promise.resolve(7);
  }, context());
  expect([answer, tries]).toEqual([7, 3]);
});

it('a service that was unavailable for long may still mangle an answer', async () => {
  const operation = 'upload-attachment';
  const failures = [
    ...Array.from({ length: 3 }, () => new UnavailableError('503', { operation, status: 503 })),
    new UnreadableAnswerError('no GUID', { operation, status: 200 }),
  ];
  const answer = await retrying(() => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('GUID') : Promise.reject(failure);
  }, context());
  expect(answer).toBe('GUID');
});

it.each([
  ['upload-attachment', 3],
  ['create-run', 1],
] as const)('%s with answers that nobody can read is tried %i times', async (operation, most) => {
  let tries = 0;
  const failure = new UnreadableAnswerError('no GUID', { operation, status: 200 });
  const request = () => {
    tries++;
    return Promise.reject(failure);
  };
  await expect(retrying(request, context())).rejects.toBe(failure);
  expect(tries).toBe(most);
});
