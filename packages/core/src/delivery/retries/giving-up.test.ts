import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from '../delivery.js';
import { silentService, slowService, timeIsOver, uselessService } from '../messages.js';
import { drainWithin, FLUSH_PATIENCE, type Patience, SUITE_PATIENCE } from './giving-up.js';
import { ServiceHealth, UploadWatch } from './service-health.js';

const { POSITIVE_INFINITY } = Number;
const SUITE: Patience = { ...SUITE_PATIENCE, timeout: POSITIVE_INFINITY };
const FLUSH: Patience = { ...FLUSH_PATIENCE, timeout: POSITIVE_INFINITY };

beforeEach(() => void vi.useFakeTimers().advanceTimersByTime(60_000));
afterEach(() => void vi.useRealTimers());

interface Draining {
  health: ServiceHealth;
  handled: number;
  state: { trouble?: string };
  /** Whether a last try is possible. */
  mayTry: boolean;
}

/**
 * Drains until it gives up, at most ten minutes, while a request waits for an answer.
 * @param meanwhile called every 50 ms, just before delivery is looked at
 */
async function drain(patience: Patience, meanwhile: (draining: Draining, time: number) => void) {
  const health = new ServiceHealth();
  const tries: [answers: boolean, time: number][] = [];
  const begun = performance.now();
  const draining: Draining = { health, handled: 0, state: {}, mayTry: false };
  const seen = { time: 0, woken: 0 };
  health.asked = 1;
  let end = () => {};
  const delivery = Object.assign(draining, {
    stop: () => end(),
    wake: () => seen.woken++,
    tryLast: (answers: boolean) => {
      tries.push([answers, seen.time]);
      return draining.mayTry && health.tryLast();
    },
    drain: (longestPause: number) => {
      expect(longestPause).toBe(patience.longestPause);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    countLeft: (counting: number) => ({ left: counting }),
  });
  const events = setInterval(() => {
    seen.time = performance.now() - begun;
    meanwhile(draining, seen.time);
    if (seen.time >= 600_000) end();
  }, 50);
  const ending = drainWithin(delivery as unknown as Delivery, patience).finally(() => clearInterval(events));
  await vi.advanceTimersByTimeAsync(600_000);
  const { gaveUp, left } = await ending;
  expect(left).toBe(patience.counting);
  expect(vi.getTimerCount()).toBe(0);
  return { ...seen, gaveUp, tries };
}

/** The service answers, and takes nothing. */
function answers({ health }: Draining): void {
  health.underWay++;
  health.left('an answer');
}

/** The service asks us to wait, once. */
function asksToWait(wait: number) {
  return ({ health }: Draining, time: number) => {
    if (time === 50) health.underWay++;
    if (time === 50) health.left('an answer', wait);
  };
}

function dies(underWay: number, uploads: number) {
  return ({ health }: Draining, time: number) => {
    health.isDead = time >= 1_000;
    health.underWay = underWay;
    if (uploads > 0) health.uploads.add(new UploadWatch());
  };
}

const END = [undefined, 600_000] as const;
const shown = expect.stringContaining('asks');

it.each<[string, Patience, (draining: Draining, time: number) => void, unknown, number]>([
  ['after 4.5 s without an answer', SUITE, () => {}, silentService, 4_600],
  [
    'and then says what the trouble was',
    SUITE,
    ({ state }) => Object.assign(state, { trouble: 'HTTP 503' }),
    'HTTP 503',
    4_600,
  ],
  ['after 4.5 s with useless answers', SUITE, answers, uselessService, 4_600],
  ['not while results are handled', SUITE, (draining) => draining.handled++, ...END],
  [
    '4.5 s after the last one',
    SUITE,
    (draining, time) => void (time === 3_000 && draining.handled++),
    silentService,
    7_550,
  ],
  [
    'when its time is over, whatever is handled',
    { ...SUITE, timeout: 9_000 },
    (draining) => draining.handled++,
    timeIsOver('closeTimeout', 9_000, slowService('closeTimeout')),
    9_050,
  ],
  [
    'and then says what the trouble was, too',
    { ...SUITE, timeout: 1_000 },
    ({ state }) => Object.assign(state, { trouble: 'HTTP 503' }),
    timeIsOver('closeTimeout', 1_000, 'HTTP 503'),
    1_050,
  ],
  ['at once if the service is dead', SUITE, dies(0, 0), silentService, 1_000],
  [
    'a second after the last sign of life if requests to a dead service are under way',
    SUITE,
    dies(1, 0),
    silentService,
    1_100,
  ],
  ['as late as ever if a large upload is', SUITE, dies(0, 1), silentService, 4_600],
  ['at once if the service asks it to wait too long', SUITE, asksToWait(10_000), shown, 50],
  ['as late as ever if the service asks it to wait a little', SUITE, asksToWait(4_500), silentService, 4_600],
  ['in a flush, after 10 s without an answer', FLUSH, () => {}, silentService, 10_100],
  ['in a flush, after 10 s even if the service is dead', FLUSH, dies(0, 0), silentService, 10_100],
  ['in a flush, after 30 s with useless answers', FLUSH, answers, uselessService, 30_100],
  ['in a flush, 10 s after a wait that the service asks for', FLUSH, asksToWait(300_000), silentService, 310_100],
  ['in a flush, at once if that wait is longer than five minutes', FLUSH, asksToWait(300_100), shown, 50],
  [
    'in a flush, not before requests that are under way have ended',
    FLUSH,
    (draining, time) => {
      asksToWait(400_000)(draining, time);
      draining.health.underWay = time < 3_000 ? 1 : 0;
    },
    shown,
    3_000,
  ],
])('delivery gives up %s', async (_, patience, meanwhile, reason, time) => {
  const woken = reason === undefined ? expect.any(Number) : time / 50 - 1;
  expect(await drain(patience, meanwhile)).toMatchObject({ gaveUp: reason, time, woken });
});

it('a flush tries a last time before it gives up, and says whether the service answers', async () => {
  const tries = async (meanwhile: (draining: Draining) => void) => {
    const seen = await drain(FLUSH, (draining) => {
      draining.mayTry = true;
      meanwhile(draining);
    });
    return seen.tries;
  };
  expect(await tries(() => {})).toEqual([
    [false, 10_100],
    [false, 20_150],
  ]);
  expect(await tries(answers)).toEqual([
    [true, 30_100],
    [true, 60_150],
  ]);
  expect((await drain(SUITE, () => {})).tries).toEqual([]);
});
