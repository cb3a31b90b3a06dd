import type { OwnColumn } from '@testpoint/frameworks/lab';

const UNFINISHED = 'in Playwright a step is marked as unfinished';
const LAST_TEST = 'in Playwright the hook is part of the last test, which fails';
const STILL_CONNECTED = { outcome: 'Failed', message: 'Error: still connected' } as const;
const NOT_BE = 'Error: expect(received).toBe(expected) // Object.is equality';

const playwright: OwnColumn = {
  name: 'playwright',
  without: {
    'equal-titles': 'Playwright refuses to load a file with two equal titles',
    concurrent: 'Playwright runs the tests of one worker one after another',
    dom: 'Playwright tests run in Node itself',
  },
  sample: ['green'],
  modes: { list: { args: ['--list'] } },
  hasLongModes: true,
  ownAttachments: ['error-context'],
  extension: '.spec.ts',
  packages: ['sinon'],
  files: ({ reporting, isListedTwice }) => {
    const ours = Array(reporting ? (isListedTwice ? 2 : 1) : 0).fill(['@testpoint/playwright']);
    const reporter = [['json', { outputFile: 'report.json' }], ...ours];
    return {
      'package.json': '{ "type": "commonjs" }',
      'playwright.config.ts': `export default ${JSON.stringify({ reporter, workers: 2 })};\n`,
    };
  },
  args: ({ mode, bail }) => ['test', ...(mode?.args ?? (bail ? ['-x'] : []))],
  hookTitle: (_kind, title) => title,
  differences: {
    'skipped and todo tests': {
      why: 'Playwright calls a todo test fixme',
      results: { 'is to be written': { message: 'fixme' } },
    },
    'a test that takes too long': {
      why: UNFINISHED,
      results: { 'takes too long': { steps: ['✗ wait for ever: Had not finished when the test ended.'] } },
    },
    'the first of several errors': {
      why: 'Playwright’s expectations are steps',
      results: {
        'fails softly, twice': {
          message: /coffee.*tea.*\(\+1 more\)$/s,
          steps: ['coffee', 'sugar'].map((expected) => `✗ Expect "soft toBe" {"expected":"${expected}"}: ${NOT_BE}`),
        },
      },
    },
    'tests after a failing beforeAll': {
      why: 'in Playwright the hook is part of the first test, which fails',
      results: { 'beforeAll fails > first': { outcome: 'Failed', message: 'Error: no database' } },
      summary: [],
    },
    'a failing afterAll': { why: LAST_TEST, results: { 'afterAll fails > last': STILL_CONNECTED }, summary: [] },
    'if only a hook fails': {
      why: LAST_TEST,
      results: { 'a green group > passes': STILL_CONNECTED },
      summary: ['1 failed'],
    },
    'a step returns exactly': { why: 'Playwright’s step is test.step, which returns a promise' },
    'a step throws its body’s error': {
      why: 'in Playwright a step that throws undefined has not failed, and thrown strings appear in quotes',
      results: {
        'steps > rethrow what their body throws, unchanged': {
          steps: [
            '✗ throws RangeError: too far: RangeError: too far',
            "✗ throws just text: 'just text'",
            'throws undefined',
            '✗ rejects: Error: promised and not kept',
          ],
        },
      },
    },
    'if a test fakes the clock': {
      why: 'Playwright times its steps itself, with the faked clock',
      ownTimes: true,
    },
    'if a test stubs or deletes': {
      why: 'the test API uses Playwright’s own code, which needs some built-ins: calls may be lost, but the result is not',
      outcomesOnly: true,
    },
    'the summary names a file': {
      why: 'if a file can’t be loaded, Playwright runs nothing at all',
      results: { 'is fine': null },
    },
    'if a test process is killed': {
      why: 'Playwright fails the test and continues in a new worker',
      results: {
        'killed > comes after': { outcome: 'Passed', message: undefined },
        '#KILLED-1': { outcome: 'Failed', message: /SIGKILL/, steps: ['wait for the blow'] },
      },
    },
    'in the middle of a run': {
      why: UNFINISHED,
      results: { 'slow > is interrupted': { steps: ['■ wait: Had not finished when the test ended.'] } },
    },
  },
};

export const columns: readonly OwnColumn[] = [playwright];
