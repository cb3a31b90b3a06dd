import type { OwnColumn } from '@testpoint/frameworks/lab';

const NO_DATABASE = { outcome: 'Failed', message: 'Error: no database' } as const;
const ENDED = { outcome: 'Blocked', message: /ended before/ } as const;

/** Suites are transpiled in advance, as `ts-jest` or Babel would do it. Jest chooses its workers itself. */
const jest: OwnColumn = {
  name: 'jest',
  sample: ['green', 'red'],
  modes: {
    list: { args: ['--listTests'], silent: true },
    collect: { args: ['--collectTests'], silent: true },
    watch: { args: ['--watchAll'], endless: true },
  },
  extension: '.test.js',
  module: 'CommonJS',
  packages: ['jest-environment-jsdom', 'memfs'],
  files: ({ bail, reporting, isListedTwice }) => ({
    'package.json': '{ "type": "commonjs" }',
    'jest.config.json': JSON.stringify({
      transform: {},
      bail,
      reporters: ['default', ...Array(reporting ? (isListedTwice ? 2 : 1) : 0).fill('@testpoint/jest')],
      ...(reporting && { setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
    }),
  }),
  args: ({ mode, suites }) => [
    ...['--config', 'jest.config.json', '--json', '--outputFile', 'report.json'],
    // Jest runs a single file in its own process, several files in workers.
    ...(mode?.args ?? (suites.length > 1 ? ['--maxWorkers=2'] : [])),
  ],
  hookTitle: (kind, title) => `${kind}: ${title}`,
  differences: {
    'a test that skips itself': { why: 'in Jest a test can’t skip itself', absent: true },
    'a test that is expected to fail': {
      why: 'Jest hides the expected error, and adds its own if the test passes',
      results: {
        'fails as expected': { message: 'Failed, as expected.' },
        'passes against expectation': { message: /^Expected to fail, but passed\.\n\nError: / },
      },
    },
    'the first of several errors': { why: 'Jest has no soft expectations', absent: true },
    'tests after a failing beforeAll': {
      why: 'Jest fails every test after the hook',
      results: { 'beforeAll fails > first': NO_DATABASE, 'beforeAll fails > nested > second': NO_DATABASE },
      summary: [],
    },
    'a failed test has its output': {
      why: 'Jest reports the output of the whole file, so the file’s first failed test gets it',
      results: {
        'till > prints and fails': {
          attachments: [
            'output.txt (text/plain): [printed by all tests of output.test.js]\nbefore it\nall is well\nafter it\nbefore it\nthe till is open\nthe key is ***\nafter it\n',
          ],
        },
      },
    },
    'each failed attempt has its own output': {
      why: 'Jest does not say which attempt printed',
      results: { 'tried twice > prints at each attempt': { steps: ['✗ Attempt 1 of 2: Error: failed at 1'] } },
    },
    'tests that .only leaves out': {
      why: 'Jest reports such a test as skipped',
      results: { 'group > is left out': { outcome: 'Skipped' } },
    },
    'if a test calls process.exit': {
      why: 'Jest abandons the file: unfinished tests are Blocked, and their steps are unknown',
      results: { 'exits > ends the process': { ...ENDED, steps: undefined }, 'exits > comes after': ENDED },
      summary: ['1 problem', 'exits.test.js'],
    },
    'tests that bail leaves out': {
      why: 'Jest finishes a file before it bails out',
      results: { 'bail > comes after': { outcome: 'Passed', message: undefined } },
    },
    'in the middle of a run': {
      why: 'Jest reports a test’s steps when the test ends',
      results: { 'slow > is interrupted': { steps: undefined } },
    },
  },
};

export const columns: readonly OwnColumn[] = [jest];
