import type { Launch, OwnColumn } from '@testpoint/frameworks/lab';
import { jsonReport, OURS } from './report.js';

const NO_OUTPUT = 'Node says which file printed, but not which test, so nothing is recorded';
const EXITED = { outcome: 'Blocked', message: /exited with code 3/ } as const;
const LATE_OR_NOT = {
  why: 'in Node, a file that cannot be loaded is a test that fails',
  summary: ['1 failed'],
};

const differences: OwnColumn['differences'] = {
  'a test that is expected to fail': { why: 'expectFailure is new in late minors of Node 24', absent: true },
  'the first of several errors': { why: 'Node has no soft expectations', absent: true },
  'a failed test has its output': {
    why: NO_OUTPUT,
    results: { 'till > prints and fails': { attachments: undefined } },
  },
  'cannot be loaded, with its error': {
    ...LATE_OR_NOT,
    results: { 'unloadable: unloadable.js': { outcome: 'Failed', message: 'Error: this file is broken' } },
  },
  'cannot be loaded, with its error; also if it fails after 250 ms': {
    ...LATE_OR_NOT,
    results: {
      'unloadable: unloadable.js': null,
      'unloadable-late: unloadable-late.js': { outcome: 'Failed', message: 'Error: this file is broken' },
    },
  },
  'if a test calls process.exit': {
    why: 'Node ends with the process of the file: unfinished tests are Blocked',
    results: { 'exits > ends the process': EXITED, 'exits > comes after': EXITED },
  },
  'in the middle of a run': {
    why: 'Node ends the process of a file without notice, so the steps of the test that runs are lost',
    results: { 'slow > is interrupted': { steps: undefined } },
  },
};

export const columns: readonly OwnColumn[] = [
  {
    name: 'node-test',
    without: {
      bail: 'Node runs all tests, whatever fails',
      retries: 'Node has no retries',
      'output-retries': 'Node has no retries',
      dom: 'the tests of Node run in Node itself',
    },
    differences,
    sample: ['green', 'red', 'only', 'unloadable', 'exits', 'killed', 'SIGINT'],
    modes: { watch: { args: ['--watch'], endless: true } },
    extension: '.js',
    module: 'ESNext',
    files: () => ({ 'package.json': '{ "type": "module" }' }),
    args: (launch) => [
      ...jsonReport('report.json'),
      ...(launch.reporting ? ours(launch) : []),
      ...(launch.mode?.args ?? []),
      ...(launch.suites.includes('only') ? ['--test-only'] : []),
      ...launch.suites.map((suite) => `./${suite}.js`),
    ],
    hookTitle: (kind, title) => `${kind.replace('All', '')}: ${title}`,
  },
];

function ours({ isListedTwice }: Launch): string[] {
  return isListedTwice ? [...OURS, ...OURS.slice(2)] : OURS;
}
