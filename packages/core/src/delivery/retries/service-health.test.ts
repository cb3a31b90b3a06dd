import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceHealth, UploadWatch } from './service-health.js';

const { signal } = new AbortController();
let health: ServiceHealth;

beforeEach(() => {
  vi.useFakeTimers();
  health = new ServiceHealth();
  health.check();
});
afterEach(() => void vi.useRealTimers());

/** Checks like a drain, as often as that. @returns how long the service has shown no sign of life, and no progress */
function after(milliseconds: number, every = 50): [silent: number, idle: number] {
  for (let passed = 0; passed < milliseconds; passed += every) {
    vi.advanceTimersByTime(every);
    health.check();
  }
  return [performance.now() - health.lastAnswer, performance.now() - health.lastProgress];
}

/** Sends requests that end like that. */
async function end(shows: Parameters<ServiceHealth['left']>[0], count = 1): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await health.enter(signal);
    health.left(shows);
  }
}

test.each([
  ['a request that gets no answer', 1, 50, [1_000, 1_000]],
  ['no request', 0, 50, [0, 0]],
  ['a request, while this thread is busy', 1, 1_000, [200, 200]],
])('how long a service is silent that has %s', (_, asked, every, expected) => {
  health.asked = asked;
  expect(after(1_000, every)).toEqual(expected);
});

test.each([
  ['nothing', [100, 100]],
  ['no answer', [100, 100]],
  ['an answer', [0, 100]],
  ['success', [0, 0]],
] as const)('a request that shows %s is a sign of life, progress, or neither', async (shows, expected) => {
  health.asked = 1;
  after(100);
  await health.enter(signal);
  expect(health.underWay).toBe(1);
  health.left(shows);
  expect(health.underWay).toBe(0);
  expect(after(0)).toEqual(expected);
});

test('a large upload progresses while bytes leave, after a new connection only once twice as many have left', () => {
  const upload = new UploadWatch();
  let bytes = 0;
  const progresses = (sent: number) => {
    bytes = sent;
    return upload.hasProgressed();
  };
  expect(progresses(5)).toBe(false);
  upload.connected(() => bytes);
  expect([10, 10, 11].map(progresses)).toEqual([true, false, true]);
  upload.connected(() => bytes);
  expect([21, 22, 23, 23].map(progresses)).toEqual([false, false, true, false]);
  bytes = 40;
  upload.connected(() => bytes);
  expect([80, 81].map(progresses)).toEqual([false, true]);
  health.asked = 1;
  health.uploads.add(upload);
  expect(after(100)).toEqual([100, 100]);
  bytes = 90;
  expect(after(50)).toEqual([150, 0]);
});

test('three requests in a row without an answer show that a service is dead, unless this is the last try', async () => {
  await end('no answer', 2);
  await end('nothing');
  expect(health.isDead).toBe(false);
  await end('an answer');
  await end('no answer', 2);
  expect(health.isDead).toBe(false);
  await end('no answer');
  expect(health.isDead).toBe(true);
  health.asked = 1;
  after(100);
  expect([health.tryLast(), health.isDead, ...after(0)]).toEqual([true, false, 0, 0]);
  await end('no answer', 4);
  expect([health.isDead, health.tryLast(), health.isLastTry]).toEqual([false, false, true]);
});

test('a search begins once, which is progress', () => {
  health.asked = 1;
  after(100);
  expect([health.isSearching, health.search(), health.isSearching]).toEqual([false, true, true]);
  expect(after(100)).toEqual([200, 100]);
  expect([health.search(), ...after(0)]).toEqual([false, 200, 100]);
});

test('a wait ends with its signal, and leaves nothing behind', async () => {
  const ending = new AbortController();
  const waits = [5_000, Number.POSITIVE_INFINITY].map((time) => health.until(() => time, ending.signal));
  const ended = Promise.allSettled(waits);
  expect(vi.getTimerCount()).toBe(1);
  ending.abort('given up');
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(vi.getTimerCount()).toBe(0);
  let asked = 0;
  const late = health.until(() => ++asked, ending.signal);
  await expect(late).rejects.toBe('given up');
  health.recheck();
  expect(asked).toBe(0);
  await expect(health.enter(ending.signal)).rejects.toBe('given up');
  expect(health.underWay).toBe(0);
});

describe('while the service is dead or has asked us to wait', () => {
  /** Sends so many requests. @returns when they are sent, milliseconds from now */
  function sending(count: number): number[] {
    const passed: number[] = [];
    const begun = performance.now();
    for (let sent = 0; sent < count; sent++) {
      void health.enter(signal).then(() => passed.push(performance.now() - begun));
    }
    return passed;
  }

  test('a dead service gets a single request every three seconds', async () => {
    await end('no answer', 3);
    const passed = sending(5);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(passed).toEqual([3_000]);
    health.left('no answer');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(passed).toEqual([3_000, 23_000]);
    health.left('an answer');
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toHaveLength(5);
  });

  test('if a probe is canceled before it is sent, the next request becomes the probe', async () => {
    await end('no answer', 3);
    vi.advanceTimersByTime(60_000);
    await end('nothing');
    await health.enter(signal);
    expect(health.isDead).toBe(true);
  });

  test.each([
    ['a minute', 60_000],
    ['longer than any timer can be set for', 2 ** 31 + 60_000],
  ])('a service that asks us to wait %s gets no request until then, and then a single one', async (_, wait) => {
    await health.enter(signal);
    health.left('an answer', wait);
    const passed = sending(5);
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(passed).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(passed).toEqual([wait]);
    health.left('an answer');
    await vi.advanceTimersByTimeAsync(1);
    expect(passed).toHaveLength(5);
  });

  test('an answer to a request that was under way does not end the wait', async () => {
    await health.enter(signal);
    await health.enter(signal);
    health.left('an answer', 60_000);
    health.left('an answer', 1_000);
    health.left('an answer');
    const passed = sending(1);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(passed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(passed).toEqual([60_000]);
  });
});
