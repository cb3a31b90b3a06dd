import assert from 'node:assert/strict';
import { type Behavior, type Behaviors, blocked, FINE, failed, PASSED } from './row.js';

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
  also: ({ observed: { ours } }) => assert.ok(!ours.stderr.includes('not delivered'), ours.stderr),
};

export const ends: Behaviors = {
  'tests that .only leaves out have no result': {
    suite: 'only',
    results: { 'group > is picked': PASSED },
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
  },
  'if a test process is killed, finished tests have their verdicts and the others are Blocked': {
    suite: 'killed',
    results: {
      'killed > ends before': PASSED,
      'killed > comes after': blocked(/end|exited/),
      '#KILLED-1': blocked(/end|exited/),
      [FINE]: PASSED,
    },
  },
  'tests that bail leaves out are Blocked': {
    suite: 'bail',
    results: {
      'bail > passes': PASSED,
      'bail > fails': failed('Error: this will do'),
      'bail > comes after': blocked(/bail|maxFailures/),
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
  };
}
