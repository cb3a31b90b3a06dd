import type { StepResult } from '@testpoint/interface';
import { iso, type SampleTest } from './sample-test.js';
import { NO_COUNTS, type SampleReport } from './write-report.js';

const STARTED = Date.UTC(2026, 10, 23, 1, 0, 0);
const STEPS = 10;

/** A report with many results of ten steps each. One in twenty failed, with a message and a stack trace. */
export function largeReport(results: number): SampleReport {
  const counts = {
    ...NO_COUNTS,
    passed: results - Math.ceil(results / 20),
    failed: Math.ceil(results / 20),
    blocked: 0,
    skipped: 0,
    flaky: 0,
  };
  const failed = Array.from({ length: Math.min(1_000, counts.failed) }, (_, index) => index * 20);
  return {
    run: {
      createdAt: STARTED,
      startedAt: STARTED,
      endedAt: STARTED + results * 12,
      sessions: [
        {
          id: 'large',
          framework: 'vitest',
          frameworkVersion: '4.1.12',
          tool: '@testpoint/vitest 0.1.0',
          startedAt: STARTED,
          end: 'complete',
          counts,
          problems: [],
          warnings: [],
          unreadableLines: 0,
          missingResults: 0,
          missingAttachments: 0,
        },
      ],
      failureGroups: [
        { key: 'large', message: 'AssertionError: expected 1 to be 2', places: [], rows: failed, count: counts.failed },
      ],
      incomplete: [],
    },
    tests: manyTests(results),
  };
}

function* manyTests(results: number): Generator<SampleTest> {
  for (let index = 0; index < results; index++) {
    const file = Math.floor(index / 50);
    const start = index * 11;
    const fails = index % 20 === 0;
    const message = `AssertionError: expected ${index} to be ${index + 1} after ${index % 7} changes`;
    const traces = `${message}\n${Array.from({ length: 12 }, (_, line) => `    at step${line} (src/part-${file % 40}/module-${file}.test.ts:${line * 9 + 5}:17)`).join('\n')}`;
    yield {
      session: 0,
      file: `src/part-${file % 40}/module-${file}.test.ts`,
      suites: [`module ${file}`, `case ${index % 5}`],
      title: `keeps value ${index} when the order of its inputs changes`,
      line: 10 + (index % 50) * 6,
      worker: index % 8,
      outcome: fails ? 'F' : 'P',
      start,
      duration: (index * 7919) % 900,
      body: {
        ...(fails && { message, traces }),
        stepResults: Array.from({ length: STEPS }, (_, step) => stepOf(step, index, STARTED + start)),
      },
      ...(fails && { view: { errors: [{ message, stack: traces, expected: `${index + 1}`, actual: `${index}` }] } }),
    };
  }
}

function stepOf(index: number, test: number, start: number): StepResult {
  return {
    title: index === STEPS - 1 ? `stores document ${test}` : `step ${index} of the test`,
    startedOn: iso(start + index * 3),
    completedOn: iso(start + index * 3 + 2),
    duration: 0,
    outcome: 'Passed',
    parameters: { size: `${index}` },
  };
}
