import { hostileReport } from './hostile.js';
import { placeholder } from './sample-test.js';
import { NO_COUNTS, type SampleReport } from './write-report.js';

const ATTACHMENTS = 21;
const ONE_PASSED = { ...NO_COUNTS, passed: 1, failed: 0, blocked: 0, skipped: 0 };

/** A report with one test, one earlier run, and one more of everything than a result shows at first. */
export function oneMoreReport(): SampleReport {
  const message = 'm'.repeat(20_001);
  return hostileReport({
    name: 'one more',
    shows: '',
    run: {
      history: {
        runs: [{ startedAt: 0, durationMs: 1_000, counts: ONE_PASSED }],
        newFailures: [],
        fixed: [],
        ...{ flakiest: [], failing: [], slower: [] },
        slowest: [],
      },
    },
    test: {
      body: {
        message,
        stepResults: Array.from({ length: 201 }, (_, index) => ({ title: `step ${index}`, outcome: 'Passed' })),
        attachments: Array.from({ length: ATTACHMENTS }, (_, index) => ({ id: placeholder(index) })),
      },
      files: Array.from({ length: ATTACHMENTS }, (_, index) => ({
        name: `note ${index}`,
        contentType: 'text/plain',
        content: `note ${index}`,
        ending: 'txt',
      })),
      view: { errors: [{ message, expected: Array(400).fill('expected').join('\n'), actual: 'actual' }] },
    },
  });
}
