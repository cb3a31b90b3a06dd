import { type Expected, of, PASSED, type Row } from './row.js';

const HOOKS = { setup: ['<beforeEach open>'], teardown: ['<afterEach close>'] };
const PRINTED = 'before it\nthe till is open\nthe key is ***\nafter it\n';

function failed(printed: string): Expected {
  return {
    outcome: 'Failed',
    message: 'Error: no change',
    attachments: [`output.txt (text/plain): ${printed}`],
    ...HOOKS,
  };
}

/** @param output of the failed attempt */
function flaky(output: string): Expected {
  return {
    outcome: 'Passed',
    message: 'Flaky: passed on attempt 2 of 2',
    steps: [`✗ Attempt 1 of 2: Error: failed at 1${output}`],
    parameters: { attempts: '2' },
  };
}

export const output: readonly Row[] = [
  {
    title: 'each failed attempt has its output as an attachment, without colors or secrets',
    run: 'red',
    results: {
      ...of('output', {
        'till > prints and passes': { ...PASSED, ...HOOKS },
        'till > prints and fails': failed(PRINTED),
      }),
      ...of('output-retries', {
        'tried twice > prints at each attempt': flaky(' [output.txt (text/plain): try 1\n]'),
      }),
    },
    differences: [
      {
        in: ['jest'],
        why: 'Jest reports the output of the whole file, so the file’s first failed test gets it',
        results: {
          ...of('output', {
            'till > prints and fails': failed(
              `[printed by all tests of output.test.js]\nbefore it\nall is well\nafter it\n${PRINTED}`,
            ),
          }),
          ...of('output-retries', { 'tried twice > prints at each attempt': flaky('') }),
        },
      },
      {
        in: ['mocha --parallel'],
        why: 'Mocha’s workers print directly, so nothing is recorded',
        results: {
          ...of('output', {
            'till > prints and fails': { outcome: 'Failed', message: 'Error: no change', ...HOOKS },
          }),
          ...of('output-retries', { 'tried twice > prints at each attempt': flaky('') }),
        },
      },
    ],
  },
];
