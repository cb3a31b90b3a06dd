import type { ComparisonData, KnownInRun } from '@testpoint/report/format';
import type { SampleTest } from './sample-test.js';
import { NO_COUNTS, type SampleReport, sampleKey } from './write-report.js';

const STARTED = Date.UTC(2026, 10, 24, 9);
const DAY = 86_400_000;

/** A report with known failures, one of them expired, that is compared with an earlier run. @param text in each text of both */
export function comparedReport(text = ''): SampleReport {
  const tests: SampleTest[] = ['pays', 'refunds', 'ships', 'wraps', 'packs'].map((title, index) => ({
    ...{ session: 0, file: 'shop.spec.ts', suites: ['orders'], title, line: index + 1, worker: 0 },
    outcome: index < 3 ? 'F' : 'P',
    isKnown: index === 1,
    start: index * 1_000,
    duration: 900 * (index + 1),
    ...(index < 3 && { body: { message: `Error: it ${title} wrongly` } }),
  }));
  const known = (row: number, more: Partial<KnownInRun>): KnownInRun => ({
    test: `shop.spec.ts > orders > ${tests[row]?.title}`,
    reason: `The bank's sandbox is slow ${text}`,
    owner: `Ada ${text}`,
    link: 'https://issues.example/7',
    isExpired: false,
    keys: [sampleKey(row)],
    ...more,
  });
  const one = (row: number, before: number) => ({ rows: [row], before: [before] });
  const comparison: ComparisonData = {
    'new failures': one(0, 800),
    'still failing': one(2, 2_600),
    fixed: one(3, 700),
    slower: one(4, 1_200),
    added: one(3, -1),
    gone: [{ id: `shop.spec.ts > orders > bills ${text}`, key: 'gone00000001', environment: text, outcome: 'P' }],
  };
  return {
    comparison,
    run: {
      createdAt: STARTED + 9_000,
      startedAt: STARTED,
      endedAt: STARTED + 9_000,
      sessions: [
        {
          ...{
            id: 'compared',
            framework: 'playwright',
            frameworkVersion: '1.65.1',
            tool: '@testpoint/playwright 0.1.0',
          },
          ...{ startedAt: STARTED, endedAt: STARTED + 9_000, end: 'complete' },
          counts: { ...NO_COUNTS, passed: 2, failed: 2 },
          ...{ problems: [], warnings: [], unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
        },
      ],
      failureGroups: [],
      known: [known(1, { until: '2026-12-31' }), known(2, { until: '2026-11-01', isExpired: true })],
      comparison: {
        ...{ startedAt: STARTED - DAY, commit: `abc ${text}`, branch: `main ${text}` },
        counts: { 'new failures': 1, 'still failing': 1, fixed: 1, slower: 1, added: 1, gone: 1 },
      },
      incomplete: [],
    },
    tests,
  };
}
