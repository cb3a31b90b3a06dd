import { expect, test } from 'vitest';
import { noCounts } from '../aggregates/counts.js';
import type { OutcomeLetter, SessionData } from '../format.js';
import { settlePastProblems } from './past-problems.js';
import { Rows } from './rows.js';

const HOOK = 'a.js > cart: "before all" hook failed';

const RERUN: Partial<SessionData> = { isRerun: true };

const session = (startedAt: number, more: Partial<SessionData> = {}): SessionData => ({
  ...{ id: `${startedAt}`, framework: 'mocha', frameworkVersion: '12', tool: '', startedAt, endedAt: startedAt + 10 },
  ...{ end: 'complete', counts: noCounts(), problems: [], warnings: [] },
  ...{ unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  ...more,
});

/** What is left of the first session's problem after a rerun in which the tests of its file ended like this. */
function left(
  outcome: OutcomeLetter,
  isFlaky: boolean,
  rerun: Partial<SessionData>,
  title = HOOK,
): SessionData['problems'] {
  const rows = new Rows();
  rows.add(
    {
      ...{
        session: 1,
        place: 0,
        outcome,
        isFlaky,
        file: 'a.js',
        titles: ['cart', 'adds'],
        id: 'a.js > cart > adds',
        line: 0,
      },
      ...{
        project: '',
        worker: -1,
        configuration: '',
        startedAt: 0,
        endedAt: 1,
        duration: 1,
        message: '',
        failure: undefined,
      },
      ...{
        failureReason: -1,
        attempts: 1,
        hasErrors: false,
        hasAttachments: false,
        hasPicture: false,
        hasTrace: false,
      },
    },
    0,
    1,
  );
  const first = session(0, { problems: [{ title, detail: 'no database\n    at a.js:1:1' }] });
  settlePastProblems(rows, [first, session(20, rerun)]);
  expect(first.warnings).toHaveLength(1 - first.problems.length);
  if (first.problems.length === 0) {
    expect(first.warnings[0]).toMatch(/a\.js > cart: "before all" hook failed, and passed on a rerun: no database$/);
  }
  return first.problems;
}

test('a hook that failed is past if its file failed, and passed on a declared rerun', () => {
  expect(left('P', true, RERUN)).toEqual([]);
  expect(left('P', true, RERUN, `[unit] ${HOOK}`)).toEqual([]);
});

test.each<[string, OutcomeLetter, boolean, Partial<SessionData>]>([
  ['a test of its file is blocked again', 'B', true, RERUN],
  ['no test of its file had failed', 'P', false, RERUN],
  ['it failed again', 'P', true, { ...RERUN, problems: [{ title: HOOK }] }],
  ['the rerun was interrupted', 'P', true, { ...RERUN, end: 'interrupted' }],
  ['the later session is no rerun', 'P', true, {}],
  ['the rerun ran elsewhere', 'P', true, { ...RERUN, environment: 'windows' }],
  ['the rerun began before', 'P', true, { ...RERUN, startedAt: 5 }],
])('it still counts if %s', (_why, outcome, isFlaky, rerun) => {
  expect(left(outcome, isFlaky, rerun)).toHaveLength(1);
});
