import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionsFor, TaskQueue } from './task-queue.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(60_000));
afterEach(() => void vi.useRealTimers());

it('starts with four tasks at once, in order of arrival', async () => {
  const traffic = new Traffic(4);
  traffic.begin(10);
  await traffic.ended(6, 50);
  expect(traffic.running).toEqual([6, 7, 8, 9]);
  expect(traffic.most).toBe(4);
});

it('runs more while tasks are fast and others wait, up to the maximum', async () => {
  const traffic = new Traffic(16);
  traffic.begin(100);
  expect(traffic.running.length).toBe(4);
  await traffic.ended(60, 50);
  expect(traffic.running.length).toBe(16);
  await traffic.ended(40, 50);
  expect(traffic.most).toBe(16);
});

it('runs no more than before if none wait', async () => {
  const traffic = new Traffic(16);
  for (let burst = 0; burst < 3; burst++) {
    traffic.begin(4);
    await traffic.ended(4, 50);
  }
  traffic.begin(16);
  expect(traffic.running.length).toBe(4);
});

it('starts with the maximum if that is less', async () => {
  const traffic = new Traffic(2);
  traffic.begin(20);
  await traffic.ended(20, 50);
  expect(traffic.most).toBe(2);
});

it.each(['is slow', 'fails'])('runs as few as at the start once a task %s', async (how) => {
  const traffic = new Traffic(16);
  traffic.begin(100);
  await traffic.ended(40, 50);
  await (how === 'fails' ? traffic.failed() : traffic.ended(1, 2_000));
  await traffic.ended(12, 500);
  expect(traffic.running.length).toBe(4);
});

it.each([
  [249, 5],
  [250, 4],
])('after one task of %i ms, %i run at once', async (time, limit) => {
  const traffic = new Traffic(5);
  traffic.begin(20);
  for (let count = 0; count < 2; count++) await traffic.ended(1, time);
  expect([traffic.running.length, traffic.queue.running, traffic.queue.limit]).toEqual([limit, limit, limit]);
});

it.each([
  [1_000, 5],
  [1_001, 4],
])('after one task of %i ms, the limit is %i', async (time, limit) => {
  const traffic = new Traffic(5);
  traffic.begin(20);
  await traffic.ended(1, 10);
  expect(traffic.queue.limit).toBe(5);
  await traffic.ended(1, time - 10);
  expect(traffic.queue.limit).toBe(limit);
});

it('an urgent task says nothing about the service', async () => {
  const traffic = new Traffic(16);
  traffic.beginUrgent('a');
  traffic.begin(20);
  expect(traffic.queue.limit).toBe(4);
  await traffic.ended(1, 10);
  expect(traffic.queue.limit).toBe(4);
});

it('tells of every end, and starts nothing once it is stopped', async () => {
  const traffic = new Traffic(4);
  traffic.begin(10);
  await traffic.ended(1, 300);
  expect([traffic.queue.waiting, traffic.ends]).toEqual([5, 1]);
  traffic.queue.stop();
  await traffic.failed();
  await traffic.ended(3, 300);
  expect([traffic.running, traffic.queue.waiting, traffic.ends]).toEqual([[], 5, 5]);
});

it('a promise settles like its task', async () => {
  const queue = new TaskQueue(1);
  for (const add of [queue.add.bind(queue), queue.addUrgent.bind(queue)]) {
    expect(await add(async () => 'value')).toBe('value');
    await expect(add(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  }
});

it('each task and each session has a connection', () => {
  expect([connectionsFor(4), connectionsFor(4, 3)]).toEqual([9, 11]);
});

it('urgent tasks don’t count against the others, except for the overall maximum', async () => {
  const traffic = new Traffic(7);
  traffic.beginUrgent('a', 'b');
  traffic.begin(10);
  expect(traffic.running).toEqual(['a', 'b', 0, 1, 2, 3]);
  traffic.beginUrgent('c', 'd');
  expect(traffic.running).toEqual(['a', 'b', 0, 1, 2, 3, 'c']);
  await traffic.ended(2, 5_000);
  expect(traffic.most).toBe(7);
  expect(traffic.running).toEqual([0, 1, 2, 3, 'c', 'd']);
});

it('an urgent task comes before waiting ones', async () => {
  const traffic = new Traffic(1);
  traffic.begin(3);
  traffic.beginUrgent('a');
  await traffic.ended(1, 50);
  expect(traffic.running).toEqual(['a']);
});

/** Tasks that end on command. */
class Traffic {
  readonly running: (number | string)[] = [];
  most = 0;
  ends = 0;
  readonly queue: TaskQueue;
  #ends: { resolve: () => void; reject: (reason: Error) => void }[] = [];

  constructor(most: number) {
    this.queue = new TaskQueue(most, () => this.ends++);
  }

  begin(count: number): void {
    for (let number = 0; number < count; number++) void this.queue.add(this.#task(number)).catch(() => undefined);
  }

  beginUrgent(...names: string[]): void {
    for (const name of names) void this.queue.addUrgent(this.#task(name));
  }

  /** After this many milliseconds, this many tasks end, oldest first, at the same time. */
  async ended(count: number, time: number): Promise<void> {
    vi.advanceTimersByTime(time);
    for (let end = 0; end < count; end++) {
      this.#ends.shift()?.resolve();
      await setTimeout();
    }
  }

  async failed(): Promise<void> {
    this.#ends.shift()?.reject(new Error('refused'));
    await setTimeout();
  }

  #task(name: number | string): () => Promise<void> {
    return async () => {
      this.running.push(name);
      this.most = Math.max(this.most, this.running.length);
      try {
        await new Promise<void>((resolve, reject) => this.#ends.push({ resolve, reject }));
      } finally {
        this.running.splice(this.running.indexOf(name), 1);
      }
    };
  }
}
