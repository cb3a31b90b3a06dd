import type { Result } from '@testpoint/interface';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { disagreements, outcomes } from './comparing.js';
import { PARALLEL, type RunOptions, Suite, useService } from './harness.js';

const FILES = ['hooks.cjs', 'tests.cjs'];

const REPORTED = {
  'hooks.cjs > hooks > after fails > passed': 'Passed',
  'hooks.cjs > hooks > afterEach fails > passed': 'Passed',
  'hooks.cjs > hooks > afterEach fails after a failure > failed': 'Failed',
  'hooks.cjs > hooks > before skips > one': 'Skipped',
  'hooks.cjs > hooks > before skips > two': 'Skipped',
  'hooks.cjs > hooks > beforeEach fails > begun': 'Blocked',
  'hooks.cjs > hooks > passes': 'Passed',
  'tests.cjs > tests > <b>Ünïcode</b> 🙂 @tc:101': 'Passed',
  'tests.cjs > tests > begins what fails later': 'Passed',
  'tests.cjs > tests > calls done twice': 'Failed',
  'tests.cjs > tests > flaky': 'Passed',
  'tests.cjs > tests > leaves a rejection': 'Passed',
  'tests.cjs > tests > never passes': 'Failed',
  'tests.cjs > tests > runs when that fails': 'Failed',
  'tests.cjs > tests > same title': 'Passed',
  'tests.cjs > tests > same title (2)': 'Failed',
  'tests.cjs > tests > same title (3)': 'Passed',
  'tests.cjs > tests > skipped': 'Skipped',
  'tests.cjs > tests > skipped suite > in it': 'Skipped',
  'tests.cjs > tests > skips itself': 'Skipped',
  'tests.cjs > tests > throws a string': 'Failed',
  'tests.cjs > tests > throws an object': 'Failed',
  'tests.cjs > tests > throws nothing': 'Failed',
  'tests.cjs > tests > times out': 'Failed',
  'tests.cjs > tests > without a function': 'Skipped',
};

/** Mocha does not report these; in parallel mode only the setup file knows them. */
const SILENT = {
  'hooks.cjs > hooks > afterEach fails > silent': 'Blocked',
  'hooks.cjs > hooks > before fails > below > silent too': 'Blocked',
  'hooks.cjs > hooks > before fails > silent': 'Blocked',
  'hooks.cjs > hooks > before fails > silent and skipped': 'Skipped',
  'hooks.cjs > hooks > beforeEach fails > silent': 'Blocked',
};

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('rows', service.url);
});

afterEach(() => suite.clean());

const OTHER_WAYS: [string, RunOptions][] = [
  ['serial with setup', { setup: true }],
  ['Mocha 11, serial with setup', { mocha: 'mocha-11', setup: true }],
  ['parallel', { args: PARALLEL }],
  ['Mocha 10, parallel with setup', { mocha: 'mocha-10', setup: true, args: PARALLEL }],
];

let results: Map<string, Result>;

/** Every test has its outcome, once. */
async function expectRows(options: RunOptions): Promise<void> {
  const run = await suite.runOrCompare(FILES, options);
  results = await suite.results();
  const isBlind = options.setup === undefined && options.args !== undefined;
  expect(outcomes(results)).toEqual(isBlind ? REPORTED : { ...REPORTED, ...SILENT });
  expect(disagreements(run.report, results)).toEqual([]);
  expect(run.stderr).toContain('hooks > after fails: "after all" hook: no end failed');
  expect(run.stderr.includes('mocha --require @testpoint/mocha/setup')).toBe(options.setup === undefined);
}

test.each<[string, RunOptions]>([
  ['parallel with setup', { setup: true, args: PARALLEL }],
  ['Mocha 10, serial', { mocha: 'mocha-10' }],
  ...(IS_LONG ? OTHER_WAYS : []),
])('every test has its outcome: %s', (_mode, options) => expectRows(options));

describe('in serial mode without the setup file', () => {
  beforeAll(async () => {
    suite = new Suite('rows', service.url);
    await expectRows({});
    suite.clean();
  });

  test('a test that did not run names and shows the hook that failed', () => {
    const below = (title: string) => results.get(`hooks.cjs > hooks > ${title}`);
    const blocked = '"before all" hook: no database';
    expect(below('before fails > silent')).toMatchObject({
      message: `The ${blocked} failed. Error: no database`,
      setupResults: [{ title: blocked, outcome: 'Failed', description: expect.stringContaining('no database') }],
    });
    expect(below('before fails > below > silent too')?.teardownResults).toMatchObject([
      { title: '"after all" hook: clean', outcome: 'Passed' },
    ]);
    expect(below('beforeEach fails > begun')).toMatchObject({
      message: 'The "before each" hook: no user failed.\n\nTypeError: no user',
      setupResults: [
        { title: '"before each" hook: outer each', outcome: 'Passed' },
        { title: '"before each" hook: no user', outcome: 'Failed' },
      ],
      teardownResults: [{ title: '"after each" hook: outer each', outcome: 'Passed' }],
    });
    expect(below('beforeEach fails > silent')?.message).toContain('The "before each" hook: no user failed.');
    expect(below('afterEach fails > passed')).toMatchObject({
      outcome: 'Passed',
      teardownResults: [
        { title: '"after each" hook: no cleaning', outcome: 'Failed' },
        { title: '"after each" hook: outer each', outcome: 'Passed' },
      ],
    });
    expect(below('afterEach fails after a failure > failed')?.message).toBe('Error: first (+1 more)');
    expect(below('before skips > one')?.setupResults).toMatchObject([{ outcome: 'Skipped' }]);
  });

  test('hooks of a suite appear in the first and the last test that they served', () => {
    expect(results.get('hooks.cjs > hooks > passes')?.setupResults?.map(({ title }) => title)).toEqual([
      '"before all" hook: outer',
      '"before each" hook: outer each',
    ]);
    expect(results.get('hooks.cjs > hooks > after fails > passed')?.teardownResults?.map(({ title }) => title)).toEqual(
      ['"after each" hook: outer each', '"after all" hook: no end', '"after all" hook: outer'],
    );
  });
});

test.each<[string, RunOptions]>([
  ['parallel', { args: PARALLEL }],
  ...(IS_LONG ? [['serial', {}] satisfies [string, RunOptions]] : []),
])('hooks of a suite never appear in a test of another suite, %s', async (_mode, options) => {
  await suite.run(['neighbours.cjs'], { setup: true, ...options });
  const shown = [...(await suite.results())].map(([id, { setupResults, teardownResults }]) => [
    id.replace('neighbours.cjs > ', ''),
    [...(setupResults ?? []), ...(teardownResults ?? [])].map(({ title }) => title?.replace(/ hook: .*/, '')),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    'runs > passes': ['"after each"'],
    'runs > before fails > silent': ['"before all"', '"after all"', '"after all"'],
    'skipped > does not run': [],
    'skipped after a failure > does not run': [],
    'skipped at the end > does not run': [],
  });
});
