import assert from 'node:assert/strict';
import { type Behavior, type Behaviors, blocked, FINE, failed, PASSED, skipped } from './row.js';

const INTERRUPTED = blocked(/interrupted/i);

const MID_RUN =
  'in the middle of a run: finished tests are delivered, the rest is Blocked, and the process ends as it would without us';
const INTERRUPTION: Behavior = {
  suite: 'slow',
  results: {
    'slow > ends before': PASSED,
    'slow > is interrupted': { ...INTERRUPTED, steps: ['■ wait'] },
    'slow > comes after': INTERRUPTED,
  },
  differences: {
    'in Playwright a step is marked as unfinished': {
      in: ['playwright'],
      results: {
        'slow > is interrupted': { ...INTERRUPTED, steps: ['■ wait: Had not finished when the test ended.'] },
      },
    },
    'Jest reports a test’s steps when the test ends': {
      in: ['jest'],
      results: { 'slow > is interrupted': INTERRUPTED },
    },
    'Mocha’s workers report a file when it ends': {
      in: ['mocha --parallel'],
      results: { 'slow > ends before': INTERRUPTED, 'slow > is interrupted': INTERRUPTED },
    },
  },
  also: ({ observed: { ours } }) => assert.ok(!ours.stderr.includes('not delivered'), ours.stderr),
};

export const ends: Behaviors = {
  'tests that .only leaves out have no result': {
    suite: 'only',
    results: { 'group > is picked': PASSED },
    differences: {
      'Jest and Vitest report such a test as skipped': {
        in: ['jest', 'vitest'],
        results: { 'group > is left out': skipped() },
      },
      'Mocha has no .only in parallel mode': { in: ['mocha --parallel'], absent: true },
    },
  },
  'the summary names a file that cannot be loaded, with its error': unloadable('unloadable'),
  'the summary names a file that cannot be loaded, with its error; also if it fails after 250 ms': {
    ...unloadable('unloadable-late'),
    run: 'unloadable late',
  },
  'if a test calls process.exit, that test fails and the others have their verdicts': {
    suite: 'exits',
    results: {
      'exits > ends before': PASSED,
      'exits > ends the process': failed(/exit/, { steps: ['say goodbye'] }),
      'exits > comes after': PASSED,
      [FINE]: PASSED,
    },
    differences: {
      'Jest abandons the file: unfinished tests are Blocked, and their steps are unknown': {
        in: ['jest'],
        results: {
          'exits > ends the process': blocked(/ended before/),
          'exits > comes after': blocked(/ended before/),
        },
        summary: ({ fileOf }) => ['1 problem', fileOf('exits')],
      },
      'Mocha runs tests in its own process, which ends: unfinished tests are Blocked': {
        in: ['mocha'],
        results: {
          'exits > ends the process': blocked(/exited before/, { steps: ['say goodbye'] }),
          'exits > comes after': blocked(/exited before/),
        },
      },
      'Mocha’s workers report a file when it ends: all of its tests are Blocked': {
        in: ['mocha --parallel'],
        results: {
          'exits > ends before': blocked(/worker process ended/),
          'exits > ends the process': blocked(/worker process ended/),
          'exits > comes after': blocked(/worker process ended/),
        },
        summary: ({ fileOf }) => ['1 problem', fileOf('exits')],
      },
    },
  },
  'if a test process is killed, finished tests have their verdicts and the others are Blocked': {
    suite: 'killed',
    results: {
      'killed > ends before': PASSED,
      'killed > comes after': blocked(/end|exited/),
      '#KILLED-1': blocked(/end|exited/),
      [FINE]: PASSED,
    },
    differences: {
      'Playwright fails the test and continues in a new worker': {
        in: ['playwright'],
        results: {
          'killed > comes after': PASSED,
          '#KILLED-1': failed(/SIGKILL/, { steps: ['wait for the blow'] }),
        },
      },
      'Mocha itself is killed: testpoint flush delivers finished tests, the rest is unknown': {
        in: ['mocha'],
        results: { 'killed > comes after': null, '#KILLED-1': null },
      },
      'Mocha’s workers report a file when it ends: all of its tests are Blocked': {
        in: ['mocha --parallel'],
        results: { 'killed > ends before': blocked(/worker process ended/) },
      },
    },
  },
  'tests that bail leaves out are Blocked': {
    suite: 'bail',
    results: {
      'bail > passes': PASSED,
      'bail > fails': failed('Error: this will do'),
      'bail > comes after': blocked(/bail|maxFailures/),
    },
    differences: {
      'Jest finishes a file before it bails out': { in: ['jest'], results: { 'bail > comes after': PASSED } },
    },
  },
  [`SIGINT ${MID_RUN}`]: { run: 'SIGINT', ...INTERRUPTION },
  [`SIGTERM ${MID_RUN}`]: { run: 'SIGTERM', ...INTERRUPTION },
};

function unloadable(suite: string): Behavior {
  return {
    suite: 'fine',
    results: { 'is fine': PASSED },
    summary: ({ fileOf }) => ['1 problem', '✗', fileOf(suite), 'this file is broken'],
    differences: {
      'if a file can’t be loaded, Playwright runs nothing at all': { in: ['playwright'], results: { 'is fine': null } },
      'if a file can’t be loaded, Mocha ends with the error before it creates a reporter': {
        in: ['mocha'],
        results: { 'is fine': null },
        summary: ({ fileOf }) => [fileOf(suite), 'this file is broken'],
      },
    },
  };
}
