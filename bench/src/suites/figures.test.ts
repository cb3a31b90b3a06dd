import { expect, test } from 'vitest';
import { figuresOf } from './figures.js';
import type { Pair } from './measurement.js';

interface Measured {
  contestant?: string;
  size?: number;
  round?: number;
  /** Milliseconds. */
  nothing?: number;
  cpu?: number | undefined;
  results?: number;
  attachments?: number;
  exitCode?: number;
}

function pair({ contestant = 'one', size = 1000, round = 0, nothing = 2000, ...measured }: Measured): Pair {
  const attachments = size / 20;
  const run = {
    exitCode: 1,
    wall: 3000,
    cpu: nothing,
    userCpu: undefined,
    instructions: undefined,
    memory: 80,
    tail: 50,
    reporter: undefined,
    output: '',
  };
  return {
    framework: 'jest',
    contestant,
    size,
    round,
    attachments,
    nothing: { ...run, delivered: undefined },
    run: {
      ...run,
      wall: 3060,
      memory: 90,
      tail: 150,
      cpu: 'cpu' in measured ? measured.cpu : nothing + 200,
      exitCode: measured.exitCode ?? 1,
      reporter: `${contestant} 1.0.0`,
      delivered: {
        results: measured.results ?? size,
        attachments: measured.attachments ?? attachments,
        requests: 12,
        bytes: 1_000_000,
      },
    },
  };
}

test('each run is compared with its own pair, not with the others', () => {
  const [figures] = figuresOf([
    pair({ round: 0, nothing: 1000, cpu: 1100 }),
    pair({ round: 1, nothing: 3000, cpu: 3100 }),
    pair({ round: 2, nothing: 2000, cpu: 2100 }),
  ]);
  expect(figures?.sizes[0]?.addedCpuOfTest).toEqual({ median: 0.1, low: 0.1, high: 0.1 });
  expect(figures?.sizes[0]).toMatchObject({
    size: 1000,
    pairs: 3,
    wallRatio: { median: 1.02 },
    addedMemory: { median: 10 },
    addedTail: { median: 100 },
  });
});

test('two sizes give a fixed cost and a cost per test, round by round', () => {
  const [figures] = figuresOf(
    [0, 1, 2].flatMap((round) => [
      pair({ round, size: 2000, nothing: 1000 * round, cpu: 1000 * round + 150 + 2000 * 0.05 }),
      pair({ round, size: 10_000, nothing: 7000, cpu: 7000 + 150 + 10_000 * 0.05 }),
    ]),
  );
  expect(figures?.cpu?.fixed.median).toBeCloseTo(150);
  expect(figures?.cpu?.slope.median).toBeCloseTo(0.05);
});

test('one size gives neither a fixed cost nor a cost per test', () => {
  const [figures] = figuresOf([pair({})]);
  expect(figures).toMatchObject({ cpu: undefined, instructions: undefined });
});

test('the cheapest reporter comes first', () => {
  const figures = figuresOf([
    pair({ contestant: 'dear', cpu: 2500 }),
    pair({ contestant: 'cheap', cpu: 2050 }),
    pair({ contestant: 'middling', cpu: 2100 }),
  ]);
  expect(figures.map(({ contestant, rank }) => `${rank} ${contestant}`)).toEqual(['1 cheap', '2 middling', '3 dear']);
});

test.each([
  { what: { results: 990 }, fault: '10 of 1000 results missing' },
  { what: { results: 1001 }, fault: '1001 results instead of 1000' },
  { what: { attachments: 0 }, fault: '50 of 50 attachments missing' },
  { what: { exitCode: 0 }, fault: 'exit code 0 instead of 1' },
])('a reporter with a fault has no rank: $fault', ({ what, fault }) => {
  const figures = figuresOf([
    pair({ contestant: 'incomplete', round: 0, cpu: 2001 }),
    pair({ contestant: 'incomplete', round: 1, cpu: 2001, ...what }),
    pair({ contestant: 'complete', cpu: 2500 }),
  ]);
  expect(figures).toMatchObject([
    { contestant: 'complete', rank: 1, faults: [] },
    { contestant: 'incomplete', rank: undefined, faults: [fault] },
  ]);
});

test('without CPU times there is no rank', () => {
  expect(figuresOf([pair({ cpu: undefined })])).toMatchObject([{ rank: undefined, faults: [] }]);
});
