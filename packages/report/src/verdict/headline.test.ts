import { expect, it } from 'vitest';
import { noCounts } from '../aggregates/counts.js';
import { headlineOf, toneOf } from './headline.js';

const problems = [{ title: 'a.js can’t be loaded' }];

/** What differs from a session that ended as it should. */
interface Session {
  end?: 'interrupted' | 'died';
  problems?: typeof problems;
}

it.each<[object, Session, string, string]>([
  [{ passed: 1 }, {}, '1 test passed', 'passed'],
  [{ passed: 2_000 }, {}, 'All 2,000 tests passed', 'passed'],
  [{ passed: 3, skipped: 1 }, {}, '3 tests passed', 'passed'],
  [{ skipped: 2 }, {}, 'Every test was skipped', 'passed'],
  [{ passed: 3, failed: 1, known: 1 }, {}, '3 tests passed, 1 known failure', 'passed'],
  [{ passed: 3, failed: 2, known: 1, blocked: 4 }, {}, '1 test failed, 1 known failure', 'failed'],
  [{ passed: 3, blocked: 1 }, {}, '1 test did not run', 'blocked'],
  [{ passed: 3 }, { problems }, '1 problem outside of tests', 'failed'],
  [{ passed: 3, blocked: 2 }, { end: 'interrupted' }, '2 tests did not run, interrupted', 'blocked'],
  [{ passed: 3 }, { end: 'interrupted' }, '3 tests passed, interrupted', 'blocked'],
  [{ passed: 3 }, { end: 'died' }, '3 tests passed, interrupted', 'blocked'],
  [{ failed: 3 }, { end: 'died' }, '3 tests failed, interrupted', 'failed'],
  [{}, {}, 'No tests ran', 'blocked'],
])('the headline of %j, %j is "%s"', (counts, session, headline, tone) => {
  const tests = { ...noCounts(), ...counts };
  const rows = tests.passed + tests.failed + tests.blocked + tests.skipped;
  const { end = 'complete' as const, problems: own = [] } = session;
  const run = { tests, rows, sessions: [{ problems: own, ...(end !== 'died' && { end }) }] };
  expect([headlineOf(run), toneOf(run)]).toEqual([headline, tone]);
});
