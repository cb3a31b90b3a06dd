import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lanes } from './lanes.js';
import { Width } from './width.js';

describe('lanes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('run so many at once, in the order in which they came', async () => {
    const traffic = new Traffic(new Lanes(new Width(4, 4)));
    traffic.begin(10);
    await traffic.ended(6, 50);
    expect(traffic.running).toEqual([6, 7, 8, 9]);
    expect(traffic.most).toBe(4);
  });

  it('become more while tasks are quick and others wait, up to the most', async () => {
    const traffic = new Traffic(new Lanes(new Width(4, 16)));
    traffic.begin(100);
    expect(traffic.running.length).toBe(4);
    await traffic.ended(60, 50);
    expect(traffic.running.length).toBe(16);
    await traffic.ended(40, 50);
    expect(traffic.most).toBe(16);
  });

  it('stay as many where none wait', async () => {
    const traffic = new Traffic(new Lanes(new Width(4, 16)));
    for (let burst = 0; burst < 3; burst++) {
      traffic.begin(4);
      await traffic.ended(4, 50);
    }
    traffic.begin(16);
    expect(traffic.running.length).toBe(4);
  });

  it.each(['is slow', 'fails'])('are the least again once a task %s', async (how) => {
    const traffic = new Traffic(new Lanes(new Width(4, 16)));
    traffic.begin(100);
    await traffic.ended(40, 50);
    await (how === 'fails' ? traffic.failed() : traffic.ended(1, 2_000));
    await traffic.ended(12, 500);
    expect(traffic.running.length).toBe(4);
  });
});

/** Tasks that end when they are told to. */
class Traffic {
  readonly running: number[] = [];
  most = 0;
  #lanes: Lanes;
  #ends: { resolve: () => void; reject: (reason: Error) => void }[] = [];

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  begin(count: number): void {
    for (let number = 0; number < count; number++) void this.#run(number).catch(() => undefined);
  }

  /** So many milliseconds later so many tasks end, the oldest first, with no time between them. */
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

  #run(number: number): Promise<void> {
    return this.#lanes.run(async () => {
      this.running.push(number);
      this.most = Math.max(this.most, this.running.length);
      try {
        await new Promise<void>((resolve, reject) => this.#ends.push({ resolve, reject }));
      } finally {
        this.running.splice(this.running.indexOf(number), 1);
      }
    });
  }
}
