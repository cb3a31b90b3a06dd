import { readFileSync } from 'node:fs';
import type { Launch, OwnColumn } from '@testpoint/frameworks/lab';
import type { Result, StepResult } from '@testpoint/interface';
import { labFile } from '../../frameworks/src/lab-file.js';

const NO_GROUPS = 'Cucumber has no hooks of a group of scenarios';
const NO_OUTPUT = 'Cucumber’s workers print directly, so nothing is recorded';
const NO_REASON = 'a step that returns "skipped" gives no reason';
const ONE_LESS =
  'Cucumber starts no other worker, so the rest of the scenario’s calls is unknown, and other workers continue';
const EXITED = { outcome: 'Blocked', message: /exited before/ } as const;
const LOST = { outcome: 'Blocked', message: /ended before the scenario did/ } as const;
const SKIPPED = { message: /^Skipped by “\* test \d+ of verdicts”\.$/ };

const always: OwnColumn['differences'] = {
  'hooks appear in the tests': {
    why: `${NO_GROUPS}. It merges BeforeStep and AfterStep into their step, which shows their time and their error`,
    absent: true,
  },
  'several hooks of a kind': {
    why: NO_GROUPS,
    results: {
      'two hooks of a kind > alone': {
        setup: ['Before: first before each', 'Before: second before each'],
        teardown: ['After: first after each', 'After: second after each'],
      },
    },
  },
  'tests after a failing beforeAll': { why: NO_GROUPS, absent: true },
  'a failing afterAll': { why: NO_GROUPS, absent: true },
  'if only a hook fails': { why: NO_GROUPS, absent: true },
  'skipped and todo tests': {
    why: NO_REASON,
    results: { 'is switched off': SKIPPED, 'is to be written': SKIPPED },
  },
  'a test that skips itself': { why: NO_REASON, results: { 'skips itself': SKIPPED } },
  'a test that is expected to fail': { why: 'Cucumber has no expected failures', absent: true },
  'the cause of an error': { why: 'Cucumber’s messages do not pass on causes', absent: true },
  'a test that takes too long': {
    why: 'Cucumber names the limit in words',
    results: { 'takes too long': { message: /within 200 milliseconds/ } },
  },
  'the first of several errors': { why: 'Cucumber has no soft expectations', absent: true },
  'titles in any script': {
    why: 'the name of a scenario is one line',
    results: {
      'Ünïcode 日本語 > two\nlines\tand a tab': null,
      'Ünïcode 日本語 > two': { outcome: 'Passed', steps: ['two\nlines'] },
    },
  },
  'steps deeper than 15 levels': {
    why: 'here the body of a test is a step, so there is one level more',
    outcomesOnly: true,
  },
  'tests that bail leaves out': {
    why: 'the option is called fail-fast',
    results: { 'bail > comes after': { message: /fail-fast/ } },
  },
  'tests with equal titles': { why: 'a feature is valid text', absent: true },
};

const inOneProcess: OwnColumn['differences'] = {
  'the summary names a file': {
    why: 'if a file can’t be loaded, Cucumber ends with the error before it creates a formatter',
    results: { 'is fine': null },
    summary: [],
  },
  'if a test calls process.exit': {
    why: 'Cucumber runs scenarios in its own process, which ends: unfinished ones are Blocked',
    results: { 'exits > ends the process': EXITED, 'exits > comes after': EXITED, 'fine: is fine': EXITED },
  },
  'if a test process is killed': {
    why: 'Cucumber itself is killed: testpoint flush delivers finished tests, the rest is unknown',
    results: { 'killed > comes after': null, '#KILLED-1': null, 'fine: is fine': null },
  },
};

const inWorkers: OwnColumn['differences'] = {
  'a failed test has its output': {
    why: NO_OUTPUT,
    results: { 'till > prints and fails': { attachments: undefined } },
  },
  'each failed attempt has its own output': {
    why: NO_OUTPUT,
    results: { 'tried twice > prints at each attempt': { steps: ['✗ Attempt 1 of 2: Error: failed at 1'] } },
  },
  'the summary names a file': inOneProcess['the summary names a file'] as OwnColumn['differences'][string],
  'if a test calls process.exit': {
    why: ONE_LESS,
    results: { 'exits > ends the process': { ...LOST, steps: undefined } },
  },
  'if a test process is killed': {
    why: ONE_LESS,
    results: {
      'killed > comes after': { outcome: 'Passed', message: undefined },
      '#KILLED-1': { ...LOST, steps: undefined },
    },
  },
  'in the middle of a run': {
    why: 'a worker hands over what its scenario has called when the scenario ends',
    results: { 'slow > is interrupted': { steps: undefined } },
  },
};

/** Suites are written as features. What they are in truth gets another name, and a feature is made from it. */
const configurationFor = ({ suites, bail, reporting, isListedTwice }: Launch, options: object) => `
const { renameSync, existsSync } = require('node:fs');
for (const name of ['dialect', 'tools']) if (existsSync(name + '.feature')) renameSync(name + '.feature', name + '.js');
const files = ${JSON.stringify(suites)}.map((name) => name + '.feature');
for (const file of files) if (!existsSync(file + '.js')) renameSync(file, file + '.js');
module.exports = require('./features.cjs').configuration(files.map((file) => file + '.js'), ${JSON.stringify({
  format: [
    'progress',
    ['./report.cjs', '.formatters/report.log'],
    ...(reporting ? [['@testpoint/cucumber', '.formatters/one.log']] : []),
    ...(reporting && isListedTwice ? [['@testpoint/cucumber', '.formatters/two.log']] : []),
  ],
  formatOptions: { report: 'report.json' },
  retry: 2,
  retryTagFilter: '@retried',
  failFast: bail,
  ...options,
})});
`;

/** A test's body is a step, and its group is a tag. */
function asWritten({ stepResults, properties: { tags, ...properties } = {}, ...result }: Result): Result {
  const { attachments = [], ...inner } = opened(stepResults);
  const all = [...(result.attachments ?? []), ...attachments.map(({ id }) => id)];
  return {
    ...result,
    ...inner,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(all.length > 0 && { attachments: all }),
  };
}

/** Steps where what is in the body's step replaces it, also in earlier attempts; and what is attached to it. */
function opened(steps: readonly StepResult[] = []): Pick<StepResult, 'stepResults' | 'attachments'> {
  const isBody = ({ title = '' }: StepResult) => /^\* test \d+ of /.test(title);
  const attachments = steps.flatMap((step) => (isBody(step) ? (step.attachments ?? []) : []));
  const inner = steps.flatMap((step): StepResult[] => {
    if (isBody(step)) return step.stepResults ?? [];
    const { stepResults, ...others } = step;
    const within = opened(stepResults);
    const all = [...(step.attachments ?? []), ...(within.attachments ?? [])];
    return [{ ...others, ...within, ...(all.length > 0 && { attachments: all }) }];
  });
  return { ...(inner.length > 0 && { stepResults: inner }), ...(attachments.length > 0 && { attachments }) };
}

function column(name: string, options: object, differences: OwnColumn['differences']): OwnColumn {
  return {
    name,
    without: {
      concurrent: 'Cucumber runs the scenarios of one process one after another',
      dom: 'Cucumber’s scenarios run in Node itself',
    },
    differences: { ...always, ...differences },
    modes: { 'dry-run': { args: ['--dry-run'] } },
    extension: '.feature',
    module: 'CommonJS',
    packages: ['mock-fs', 'nock', 'sinon'],
    mocksOf: 'mocha',
    asWritten,
    files: (launch) => ({
      'package.json': '{ "type": "commonjs" }',
      'cucumber.cjs': configurationFor(launch, options),
      ...Object.fromEntries(
        ['features.cjs', 'support.cjs', 'report.cjs'].map((file) => [
          file,
          readFileSync(labFile('cucumber', file), 'utf8'),
        ]),
      ),
    }),
    args: ({ mode }) => [...(mode?.args ?? [])],
    hookTitle: (kind, title) =>
      `${kind.replace('before', 'Before').replace('after', 'After').replace('Each', '')}: ${title}`,
  };
}

const parallel = column('cucumber --parallel', { parallel: 2 }, inWorkers);

export const columns: readonly OwnColumn[] = [
  {
    ...column('cucumber', {}, inOneProcess),
    sample: ['green', 'red', 'only', 'unloadable', 'exits', 'killed', 'bail', 'SIGINT'],
  },
  {
    ...parallel,
    without: { ...parallel.without, bail: 'the other worker may have begun the next scenario when one fails' },
    sample: ['red'],
  },
];
