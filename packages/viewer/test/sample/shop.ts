import type { RunData } from '@testpoint/report/format';
import type { SampleTest } from './sample-test.js';
import { browserTests } from './shop-browser-tests.js';
import { STARTED } from './shop-journey.js';
import { unitTests } from './shop-unit-tests.js';
import { NO_COUNTS, type SampleReport, steady } from './write-report.js';

/** A report of a web shop's tests in all four frameworks, with an example of everything that a report can show. */
export function shopReport(): SampleReport {
  const tests = [...browserTests(), ...unitTests('jest', 1), ...unitTests('vitest', 2), ...unitTests('mocha', 3)];
  return { run: runOf(tests), tests };
}

function runOf(tests: SampleTest[]): SampleReport['run'] {
  const end = Math.max(...tests.map((test) => test.start + Math.max(0, test.duration)));
  const rowsWith = (matches: (test: SampleTest) => boolean) =>
    tests.flatMap((test, row) => (matches(test) ? [row] : []));
  const timeouts = rowsWith((test) => test.outcome === 'F' && /Timeout/.test(test.body?.message ?? ''));
  const totals = rowsWith((test) => test.outcome === 'F' && /total/i.test(test.body?.message ?? ''));
  const others = rowsWith((test) => test.outcome === 'F').filter(
    (row) => !timeouts.includes(row) && !totals.includes(row),
  );
  const counts = (session: number) => {
    const own = tests.filter((test) => test.session === session);
    const of = (letter: string) => own.filter(({ outcome }) => outcome === letter).length;
    return {
      ...NO_COUNTS,
      passed: of('P'),
      failed: of('F'),
      blocked: of('B'),
      skipped: of('S'),
      flaky: own.filter((test) => test.isFlaky).length,
    };
  };
  const session = (framework: string, index: number, version: string) => ({
    id: `shop-${index}`,
    framework,
    frameworkVersion: version,
    tool: `@testpoint/${framework} 0.1.0`,
    startedAt: STARTED + index * 180,
    endedAt: STARTED + end,
    end: 'complete' as const,
    machine: { host: `runner-${index + 1}`, os: 'Debian GNU/Linux 12', node: 'v22.11.0' },
    counts: counts(index),
    problems: [],
    warnings: [],
    unreadableLines: 0,
    missingResults: 0,
    missingAttachments: 0,
  });
  const ci = {
    branch: 'feature/basket-vouchers',
    commit: 'a67dc95e41',
    job: 'https://ci.example.com/shop/builds/4711',
    author: 'Ada Lovelace',
  };
  return {
    createdAt: STARTED + end + 900,
    startedAt: STARTED,
    endedAt: STARTED + end,
    sessions: [
      {
        ...session('playwright', 0, '1.65.1'),
        shard: { current: 1, total: 2 },
        ci,
        runUrl: 'https://tms.example.com/runs/812',
        runId: '812',
        problems: [
          {
            title: 'tests/e2e/returns.spec.ts can’t be loaded',
            detail:
              "SyntaxError: tests/e2e/returns.spec.ts: Unexpected token (14:8)\n\n  12 | test('a parcel comes back', async ({ page }) => {\n  13 |   await page.goto('/returns');\n> 14 |   await = page.click('Send back');\n     |         ^",
          },
        ],
        warnings: ['Option configurationId is not set: the default configuration is used.'],
        missingAttachments: 1,
      },
      { ...session('jest', 1, '30.2.0'), ci },
      { ...session('vitest', 2, '4.1.12'), ci },
      { ...session('mocha', 3, '11.7.4'), ci },
    ],
    failureGroups: [
      {
        key: 'timeouts',
        message: "Error: Timeout 5000 ms exceeded while waiting for locator('#total') to be visible",
        places: ['tests/e2e/checkout.spec.ts:31'],
        rows: timeouts,
        count: timeouts.length,
      },
      {
        key: 'totals',
        message: 'AssertionError: expected the total 1980 to equal 2100',
        places: [],
        rows: totals,
        count: totals.length,
      },
      ...others.map((row) => ({
        key: `other-${row}`,
        message: (tests[row]?.body?.message ?? '').split('\n')[0] ?? '',
        places: [],
        rows: [row],
        count: 1,
      })),
    ].filter(({ count }) => count > 0),
    history: historyOf(tests, rowsWith),
    incomplete: ['One attachment of 1 session is missing: it was removed before it could be copied.'],
  };
}

function historyOf(
  tests: SampleTest[],
  rowsWith: (matches: (test: SampleTest) => boolean) => number[],
): NonNullable<RunData['history']> {
  const runs = Array.from({ length: 12 }, (_, index) => {
    const failed = tests.filter((test) => test.history?.[index] === 'F').length;
    return {
      startedAt: STARTED - (12 - index) * 5_400_000,
      durationMs: 38_000 + Math.round(steady('run', index) * 9_000),
      counts: {
        ...NO_COUNTS,
        passed: tests.length - failed - 6,
        failed,
        blocked: 1,
        skipped: 5,
        flaky: Math.round(steady('f', index) * 3),
      },
      commit: `${Math.floor(steady('commit', index) * 2 ** 32).toString(16)}`,
      branch: index < 8 ? 'main' : 'feature/basket-vouchers',
    };
  });
  const changes = (test: SampleTest) =>
    [...(test.history ?? '')].filter((letter, index, all) => index > 0 && letter !== all[index - 1]).length;
  return {
    runs,
    newFailures: rowsWith((test) => test.outcome === 'F' && test.history?.at(-1) === 'P'),
    fixed: rowsWith((test) => test.outcome === 'P' && test.history?.at(-1) === 'F'),
    flakiest: tests
      .map((test, row) => ({ row, changes: changes(test) }))
      .filter((one) => one.changes > 1)
      .sort((a, b) => b.changes - a.changes)
      .slice(0, 10),
    failing: tests
      .map(({ history = '', outcome }, row) => ({
        row,
        failures: [...history, outcome].filter((one) => one === 'F').length,
        runs: history.length + 1,
      }))
      .filter(({ failures }) => failures > 1)
      .sort((a, b) => b.failures - a.failures)
      .slice(0, 10),
    slower: [],
    slowest: tests
      .map((test, row) => ({ row, meanMs: Math.max(0, test.duration) }))
      .sort((a, b) => b.meanMs - a.meanMs)
      .slice(0, 10),
  };
}
