import assert from 'node:assert/strict';
import { type Difference, type Expected, of, PASSED, type Row } from './row.js';

const INTERRUPTED: Expected = { outcome: 'Blocked', message: /interrupted/i };

const HOW_INTERRUPTED: readonly Difference[] = [
  {
    in: ['playwright'],
    why: 'in Playwright a step is marked as unfinished',
    results: of('slow', {
      'slow > is interrupted': { ...INTERRUPTED, steps: ['■ wait: Had not finished when the test ended.'] },
    }),
  },
  {
    in: ['jest'],
    why: 'Jest reports a test’s steps when the test ends',
    results: of('slow', { 'slow > is interrupted': INTERRUPTED }),
  },
  {
    in: ['mocha --parallel'],
    why: 'Mocha’s workers report a file when it ends',
    results: of('slow', { 'slow > ends before': INTERRUPTED, 'slow > is interrupted': INTERRUPTED }),
  },
];

export const ends: readonly Row[] = [
  {
    title: 'tests that .only leaves out have no result',
    run: 'only',
    results: of('only', { 'group > is picked': PASSED }),
    differences: [
      {
        in: ['jest', 'vitest'],
        why: 'Jest and Vitest report such a test as skipped',
        results: of('only', { 'group > is left out': { outcome: 'Skipped' } }),
      },
      { in: ['mocha --parallel'], why: 'Mocha has no .only in parallel mode', absent: true },
    ],
  },
  {
    title: 'the summary names a file that cannot be loaded, with its error',
    run: 'unloadable',
    results: of('fine', { 'is fine': PASSED }),
    summary: ({ fileOf }) => ['1 problem', '✗', fileOf('unloadable'), 'this file is broken'],
    differences: [
      {
        in: ['playwright'],
        why: 'if a file can’t be loaded, Playwright runs nothing at all',
        results: of('fine', { 'is fine': null }),
      },
      {
        in: ['mocha'],
        why: 'if a file can’t be loaded, Mocha ends with the error before it creates a reporter',
        results: of('fine', { 'is fine': null }),
        summary: ({ fileOf }) => [fileOf('unloadable'), 'this file is broken'],
      },
    ],
  },
  {
    title: 'if a test calls process.exit, that test fails and the others have their verdicts',
    run: 'exits',
    results: {
      ...of('exits', {
        'exits > ends before': PASSED,
        'exits > ends the process': { outcome: 'Failed', message: /exit/, steps: ['say goodbye'] },
        'exits > comes after': PASSED,
      }),
      ...of('fine', { 'is fine': PASSED }),
    },
    differences: [
      {
        in: ['jest'],
        why: 'Jest abandons the file: unfinished tests are Blocked, and their steps are unknown',
        results: of('exits', {
          'exits > ends the process': { outcome: 'Blocked', message: /ended before/ },
          'exits > comes after': { outcome: 'Blocked', message: /ended before/ },
        }),
        summary: ({ fileOf }) => ['1 problem', fileOf('exits')],
      },
      {
        in: ['mocha'],
        why: 'Mocha runs tests in its own process, which ends: unfinished tests are Blocked',
        results: of('exits', {
          'exits > ends the process': { outcome: 'Blocked', message: /exited before/, steps: ['say goodbye'] },
          'exits > comes after': { outcome: 'Blocked', message: /exited before/ },
        }),
      },
      {
        in: ['mocha --parallel'],
        why: 'Mocha’s workers report a file when it ends: all of its tests are Blocked',
        results: of('exits', {
          'exits > ends before': { outcome: 'Blocked', message: /worker process ended/ },
          'exits > ends the process': { outcome: 'Blocked', message: /worker process ended/ },
          'exits > comes after': { outcome: 'Blocked', message: /worker process ended/ },
        }),
        summary: ({ fileOf }) => ['1 problem', fileOf('exits')],
      },
    ],
  },
  {
    title: 'if a test process is killed, finished tests have their verdicts and the others are Blocked',
    run: 'killed',
    results: {
      ...of('killed', {
        'killed > ends before': PASSED,
        'killed > comes after': { outcome: 'Blocked', message: /end/ },
      }),
      '#KILLED-1': { outcome: 'Blocked', message: /end/ },
      ...of('fine', { 'is fine': PASSED }),
    },
    differences: [
      {
        in: ['playwright'],
        why: 'Playwright fails the test and continues in a new worker',
        results: {
          ...of('killed', { 'killed > comes after': PASSED }),
          '#KILLED-1': { outcome: 'Failed', message: /SIGKILL/, steps: ['wait for the blow'] },
        },
      },
      {
        in: ['mocha'],
        why: 'Mocha itself is killed: testpoint flush delivers finished tests, the rest is unknown',
        results: { ...of('killed', { 'killed > comes after': null }), '#KILLED-1': null },
      },
      {
        in: ['mocha --parallel'],
        why: 'Mocha’s workers report a file when it ends: all of its tests are Blocked',
        results: of('killed', { 'killed > ends before': { outcome: 'Blocked', message: /worker process ended/ } }),
      },
    ],
  },
  {
    title: 'tests that bail leaves out are Blocked',
    run: 'bail',
    results: of('bail', {
      'bail > passes': PASSED,
      'bail > fails': { outcome: 'Failed', message: 'Error: this will do' },
      'bail > comes after': { outcome: 'Blocked', message: /bail|maxFailures/ },
    }),
    differences: [
      {
        in: ['jest'],
        why: 'Jest finishes a file before it bails out',
        results: of('bail', { 'bail > comes after': PASSED }),
      },
    ],
  },
  ...(['SIGINT', 'SIGTERM'] as const).map(
    (signal): Row => ({
      title: `${signal} in the middle of a run: finished tests are delivered, the rest is Blocked, and the process ends as it would without us`,
      run: signal,
      results: of('slow', {
        'slow > ends before': PASSED,
        'slow > is interrupted': { ...INTERRUPTED, steps: ['■ wait'] },
        'slow > comes after': INTERRUPTED,
      }),
      differences: HOW_INTERRUPTED,
      also: ({ observed: { ours } }) => assert.ok(!ours.stderr.includes('not delivered'), ours.stderr),
    }),
  ),
];
