import { expect, test } from 'vitest';
import type { Pair } from './measurement.js';
import { FORMAT } from './recording.js';
import { report } from './report.js';
import type { Run } from './run.js';

const run: Run = {
  exitCode: 0,
  wall: 1000,
  cpu: 1000,
  instructions: undefined,
  memory: 80,
  tail: 50,
  delivered: { results: 100, attachments: 5, requests: 3, bytes: 1000 },
  reporter: 'one 1.0.0',
  output: '',
};

function pair(round: number): Pair {
  return { framework: 'jest', contestant: 'one', latency: 0, size: 100, round, attachments: 5, nothing: run, run };
}

test.each([
  [1, '`command`: 1 pair of each.'],
  [2, '`command`: 2 pairs of each.'],
])('with %i rounds, a report begins with %s', (rounds, begin) => {
  const pairs = Array.from({ length: rounds }, (_, round) => pair(round));
  const machine = { processor: 'CPU', cores: 2, memory: 8, system: 'Linux', node: '20', load: 0 };
  const text = report([
    { format: FORMAT, machine, command: 'command', date: '2026-01-01', testTime: 0, versions: {}, pairs },
  ]);
  expect(text.slice(0, begin.length)).toBe(begin);
});
