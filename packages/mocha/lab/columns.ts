import type { Launch, OwnColumn } from '@testpoint/frameworks/lab';

const NO_FUNCTION = { message: 'The test is skipped, or has no function.' };
const EXITED = { outcome: 'Blocked', message: /exited before/ } as const;
const WORKER_ENDED = { outcome: 'Blocked', message: /worker process ended/ } as const;
const AT_THE_END = 'Mocha’s workers report a file when it ends: all of its tests are Blocked';
const UNRECORDED = 'Mocha’s workers print directly, so nothing is recorded';

const always: OwnColumn['differences'] = {
  'skipped and todo tests': {
    why: 'in Mocha both are tests without a function',
    results: { 'is switched off': NO_FUNCTION, 'is to be written': NO_FUNCTION },
  },
  'a test that skips itself': {
    why: 'Mocha’s this.skip() takes no reason',
    results: { 'skips itself': { message: undefined } },
  },
  'a test that is expected to fail': { why: 'Mocha has no expected failures', absent: true },
  'the first of several errors': { why: 'Mocha has no soft expectations', absent: true },
  'a test whose beforeEach fails': {
    why: 'Mocha gives such a test no verdict, and leaves out the rest of the suite',
    results: {
      'beforeEach fails > first': { outcome: 'Blocked', message: /no such user/ },
      'beforeEach fails > second': { outcome: 'Blocked', message: /no such user/, setup: undefined },
    },
    summary: ['no such user'],
  },
  'a test whose afterEach fails': {
    why: 'in Mocha the test has already passed when the hook fails, and the rest of the suite is left out',
    results: {
      'afterEach fails > first': { outcome: 'Passed', message: undefined },
      'afterEach fails > second': { outcome: 'Blocked', message: /no way out/, teardown: undefined },
    },
    summary: ['no way out'],
  },
};

const inOneProcess: OwnColumn['differences'] = {
  'the summary names a file': {
    why: 'if a file can’t be loaded, Mocha ends with the error before it creates a reporter',
    results: { 'is fine': null },
    summary: ['unloadable', 'this file is broken'],
  },
  'if a test calls process.exit': {
    why: 'Mocha runs tests in its own process, which ends: unfinished tests are Blocked',
    results: { 'exits > ends the process': EXITED, 'exits > comes after': EXITED },
  },
  'if a test process is killed': {
    why: 'Mocha itself is killed: testpoint flush delivers finished tests, the rest is unknown',
    results: { 'killed > comes after': null, '#KILLED-1': null },
  },
};

const inWorkers: OwnColumn['differences'] = {
  'the cause of an error': { why: 'Mocha’s workers do not pass on causes', absent: true },
  'a failed test has its output': {
    why: UNRECORDED,
    results: { 'till > prints and fails': { attachments: undefined } },
  },
  'each failed attempt has its own output': {
    why: UNRECORDED,
    results: { 'tried twice > prints at each attempt': { steps: ['✗ Attempt 1 of 2: Error: failed at 1'] } },
  },
  'tests that .only leaves out': { why: 'Mocha has no .only in parallel mode', absent: true },
  'if a test calls process.exit': {
    why: AT_THE_END,
    results: {
      'exits > ends before': WORKER_ENDED,
      'exits > ends the process': { ...WORKER_ENDED, steps: undefined },
      'exits > comes after': WORKER_ENDED,
    },
    summary: ['1 problem', 'exits.js'],
  },
  'if a test process is killed': { why: AT_THE_END, results: { 'killed > ends before': WORKER_ENDED } },
  'in the middle of a run': {
    why: 'Mocha’s workers report a file when it ends',
    results: {
      'slow > ends before': { outcome: 'Blocked', message: /interrupted/i },
      'slow > is interrupted': { steps: undefined },
    },
  },
};

function column(
  name: string,
  module: 'CommonJS' | 'ESNext',
  args: readonly string[],
  differences: OwnColumn['differences'],
): OwnColumn {
  return {
    name,
    without: {
      concurrent: 'Mocha runs the tests of a file one after another',
      dom: 'Mocha tests run in Node itself',
    },
    differences: { ...always, ...differences },
    modes: { 'dry-run': { args: ['--dry-run'] }, watch: { args: ['--watch'], endless: true } },
    extension: '.js',
    module,
    packages: ['mock-fs', 'nock', 'sinon'],
    files: () => ({
      'package.json': JSON.stringify({ type: module === 'CommonJS' ? 'commonjs' : 'module' }),
      'twice.cjs': TWICE,
    }),
    args: (launch) => [
      ...(launch.reporting ? ours(launch) : ['--reporter', 'json', '--reporter-option', 'output=report.json']),
      ...(launch.mode?.args ?? (launch.bail ? ['--bail'] : [])),
      ...args,
      ...launch.suites.map((suite) => `./${suite}.js`),
    ],
    hookTitle: (kind, title) => `"${kind.replace('All', ' all').replace('Each', ' each')}" hook: ${title}`,
  };
}

function ours({ isListedTwice }: Launch): string[] {
  return [
    ...['--reporter', isListedTwice ? './twice.cjs' : '@testpoint/mocha', '--require', '@testpoint/mocha/setup'],
    ...['--reporter-option', 'console=json', '--reporter-option', 'consoleOptions.output=report.json'],
  ];
}

/**
 * Mocha accepts one reporter. Packages that combine several give each its own runner. The second reporter here comes from
 * another copy of our package.
 */
const TWICE = `
const First = require('@testpoint/mocha');
for (const path of Object.keys(require.cache)) if (/[\\\\/]dist[\\\\/]/.test(path)) delete require.cache[path];
const Second = require('@testpoint/mocha');
const shim = (runner) => new Proxy(runner, {});
module.exports = class {
  constructor(runner, options) {
    if (First === Second) throw new Error('There is one copy only.');
    this.first = new First(shim(runner), options);
    this.second = new Second(shim(runner), options);
  }
  done(failures, end) {
    this.first.done(failures, () => this.second.done(failures, end));
  }
};
`;

/** CommonJS suites in one process; ES modules, each file in a worker. */
export const columns: readonly OwnColumn[] = [
  {
    ...column('mocha', 'CommonJS', [], inOneProcess),
    sample: [
      ...['green', 'red', 'only', 'unloadable', 'unloadable late', 'afterAll'],
      ...['exits', 'killed', 'bail', 'SIGTERM', 'no key'],
    ],
  },
  {
    ...column('mocha --parallel', 'ESNext', ['--parallel', '--jobs', '2'], inWorkers),
    sample: ['red'],
  },
];
