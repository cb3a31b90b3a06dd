import type { Repeat } from '@testpoint/report/format';
import type { SampleTest } from './sample-test.js';
import { NO_COUNTS, type SampleReport } from './write-report.js';

const STARTED = Date.UTC(2026, 10, 12, 9, 30);
const MESSAGE = 'AssertionError: expected 200 to equal 503';

/** One suite in two environments, one of which has a failure, and repeated tests. */
export function environmentsReport(): SampleReport {
  const session = (id: string, start: number) => ({
    ...{ id, framework: 'vitest', frameworkVersion: '4.1.12', tool: '@testpoint/vitest 0.1.0' },
    ...{ startedAt: STARTED + start, endedAt: STARTED + start + 4_000, end: 'complete' as const },
    ...{ counts: NO_COUNTS, problems: [], warnings: [], unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  });
  return {
    run: {
      ...{ createdAt: STARTED + 9_000, startedAt: STARTED, endedAt: STARTED + 8_000, incomplete: [] },
      sessions: [session('linux', 0), session('windows', 10), session('rerun', 5_000)],
      failureGroups: [{ key: 'status', message: MESSAGE, places: ['api.test.ts:12'], rows: [1], count: 1 }],
      notes: [
        'One test ran in several sessions at the same time, and nothing tells these sessions apart: set TMS_ENVIRONMENT in each, such as "windows, Node 24".',
      ],
    },
    tests: [
      ...both('answers', 'answers00_', ['P', 'F']),
      ...both('retries', 'retries00_', ['P', 'P'], [0, 1]),
      ...both('recovers', 'recovers0_', ['P', 'P'], [0, 2]),
      ...both('comes back', 'comesback_', ['P', 'P'], [0, 3]),
    ],
    tested: { ...NO_COUNTS, passed: 3, failed: 1, flaky: 1, passedOnRerun: 1, passedLater: 1 },
  };
}

function both(
  title: string,
  key: string,
  outcomes: ['P', 'P' | 'F'],
  repeats: [Repeat, Repeat] = [0, 0],
): SampleTest[] {
  return (['Linux, Node 24', 'Windows, Node 24'] as const).map((environment, session) => {
    const outcome = outcomes[session] ?? 'P';
    const failure = outcome === 'F' && { message: MESSAGE };
    return {
      ...{ session, file: 'api.test.ts', suites: ['status'], title, key, environment, line: 12, worker: 0 },
      ...{ outcome, repeat: repeats[session] ?? 0, start: 20, duration: 35 + session * 20 },
      ...(failure && { body: failure, view: { errors: [{ message: MESSAGE }] } }),
    };
  });
}
