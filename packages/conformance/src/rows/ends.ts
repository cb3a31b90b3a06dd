import assert from 'node:assert/strict';
import { type Difference, type Expected, of, PASSED, type Row } from './row.js';

const INTERRUPTED: Expected = { outcome: 'Blocked', message: /interrupted/i };

const HOW_INTERRUPTED: readonly Difference[] = [
  {
    in: ['playwright'],
    why: 'in Playwright a step knows that it had not finished',
    results: of('slow', {
      'slow > is interrupted': { ...INTERRUPTED, steps: ['■ wait: Had not finished when the test ended.'] },
    }),
  },
  {
    in: ['jest'],
    why: 'in Jest a test’s steps are known at its end',
    results: of('slow', { 'slow > is interrupted': INTERRUPTED }),
  },
  {
    in: ['mocha --parallel'],
    why: 'Mocha’s workers tell of a file at its end',
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
        why: 'Jest and Vitest show such a test as they show a skipped one',
        results: of('only', { 'group > is left out': { outcome: 'Skipped' } }),
      },
      { in: ['mocha --parallel'], why: 'Mocha has no .only in parallel mode', absent: true },
    ],
  },
  {
    title: 'a file that cannot be loaded is named in the summary, with its error',
    run: 'unloadable',
    results: of('fine', { 'is fine': PASSED }),
    summary: ({ fileOf }) => ['1 problem', '✗', fileOf('unloadable'), 'this file is broken'],
    differences: [
      {
        in: ['playwright'],
        why: 'Playwright then runs nothing at all',
        results: of('fine', { 'is fine': null }),
      },
      {
        in: ['mocha'],
        why: 'Mocha then ends, with this error, before it makes a reporter',
        results: of('fine', { 'is fine': null }),
        summary: ({ fileOf }) => [fileOf('unloadable'), 'this file is broken'],
      },
    ],
  },
  {
    title: 'process.exit in a test: that test fails, the others have their verdicts',
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
        why: 'Jest gives the file up: what had not ended is Blocked, and its steps are not known',
        results: of('exits', {
          'exits > ends the process': { outcome: 'Blocked', message: /ended before/ },
          'exits > comes after': { outcome: 'Blocked', message: /ended before/ },
        }),
        summary: ({ fileOf }) => ['1 problem', fileOf('exits')],
      },
      {
        in: ['mocha'],
        why: 'Mocha’s tests run in its own process, which ends: what had not ended is Blocked',
        results: of('exits', {
          'exits > ends the process': { outcome: 'Blocked', message: /exited before/, steps: ['say goodbye'] },
          'exits > comes after': { outcome: 'Blocked', message: /exited before/ },
        }),
      },
      {
        in: ['mocha --parallel'],
        why: 'Mocha’s workers tell of a file at its end: all of its tests are Blocked',
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
    title: 'a test process that is killed: what had ended has its verdict, what had not is Blocked',
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
        why: 'Playwright fails the test and goes on in a new worker',
        results: {
          ...of('killed', { 'killed > comes after': PASSED }),
          '#KILLED-1': { outcome: 'Failed', message: /SIGKILL/, steps: ['wait for the blow'] },
        },
      },
      {
        in: ['mocha'],
        why: 'Mocha itself is killed: testpoint flush delivers what had ended, the rest is not known',
        results: { ...of('killed', { 'killed > comes after': null }), '#KILLED-1': null },
      },
      {
        in: ['mocha --parallel'],
        why: 'Mocha’s workers tell of a file at its end: all of its tests are Blocked',
        results: of('killed', { 'killed > ends before': { outcome: 'Blocked', message: /worker process ended/ } }),
      },
    ],
  },
  {
    title: 'what bail leaves out is Blocked',
    run: 'bail',
    results: of('bail', {
      'bail > passes': PASSED,
      'bail > fails': { outcome: 'Failed', message: 'Error: this will do' },
      'bail > comes after': { outcome: 'Blocked', message: /bail|maxFailures/ },
    }),
    differences: [
      {
        in: ['jest'],
        why: 'Jest ends a file before it bails out',
        results: of('bail', { 'bail > comes after': PASSED }),
      },
    ],
  },
  ...(['SIGINT', 'SIGTERM'] as const).map(
    (signal): Row => ({
      title: `${signal} in the middle: what had ended is delivered, the rest is Blocked, and the process ends as without us`,
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
