import { expect, test } from 'vitest';
import type { Pair } from './measurement.js';
import { report } from './report.js';
import type { Run } from './run.js';

const run: Run = {
  exitCode: 0,
  wall: 1000,
  cpu: 1000,
  userCpu: undefined,
  instructions: undefined,
  memory: 80,
  tail: 50,
  delivered: { results: 100, attachments: 5, requests: 3, bytes: 1000 },
  reporter: 'one 1.0.0',
  output: '',
};

function pair(round: number, size = 100, cpu = 1000): Pair {
  const nothing = { ...run, cpu };
  return { framework: 'jest', contestant: 'one', size, round, attachments: 5, nothing, run };
}

function reportOf(pairs: readonly Pair[]): string {
  return report({ machine: 'a machine', command: 'command', date: new Date('2026-01-01'), versions: {}, pairs });
}

test.each([
  [1, '`command`: 1 turn. 2026-01-01, a machine.'],
  [2, '`command`: 2 turns. 2026-01-01, a machine.'],
])('with %i rounds, a report begins with %s', (rounds, begin) => {
  const text = reportOf(Array.from({ length: rounds }, (_, round) => pair(round)));
  expect(text.slice(0, begin.length)).toBe(begin);
});

test('the runs without a reporter are described by size', () => {
  const text = reportOf([pair(0, 2000, 4000), pair(0, 1000, 1000), pair(1, 1000, 3000)]);
  expect(text).toContain('Baseline: 1,000 tests take 1.00 s (2.00 s of CPU), ');
  expect(text).toContain('; 2,000 tests take 1.00 s (4.00 s of CPU), ');
});
