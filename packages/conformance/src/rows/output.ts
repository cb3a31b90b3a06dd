import { type Behaviors, type Expected, failed, passed } from './row.js';

const HOOKS = { setup: ['<beforeEach open>'], teardown: ['<afterEach close>'] };
const PRINTED = 'before it\nthe till is open\nthe key is ***\nafter it\n';

const failedWith = (printed: string): Expected =>
  failed('Error: no change', { attachments: [`output.txt (text/plain): ${printed}`], ...HOOKS });

/** @param output of the failed attempt */
const flaky = (output: string): Expected =>
  passed({
    message: 'Flaky: passed on attempt 2 of 2',
    steps: [`✗ Attempt 1 of 2: Error: failed at 1${output}`],
    parameters: { attempts: '2' },
  });

export const output: Behaviors = {
  'a failed test has its output as an attachment, without colors or secrets': {
    results: { 'till > prints and passes': passed(HOOKS), 'till > prints and fails': failedWith(PRINTED) },
  },
  'each failed attempt has its own output': {
    suite: 'output-retries',
    results: { 'tried twice > prints at each attempt': flaky(' [output.txt (text/plain): try 1\n]') },
  },
};
