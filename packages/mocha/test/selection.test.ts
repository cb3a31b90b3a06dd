import { afterEach, beforeEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { disagreements, outcomes } from './comparing.js';
import { PARALLEL, type RunOptions, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('ends', service.url);
});

afterEach(() => suite.clean());

test.each([
  [
    ['--fgrep', 'fails', '--invert'],
    ['bail.cjs > left out', 'bail.cjs > left out > too', 'bail.cjs > passes'],
  ],
  ...(IS_LONG
    ? [
        [
          ['--grep', 'left out'],
          ['bail.cjs > left out', 'bail.cjs > left out > too'],
        ],
      ]
    : []),
] as [string[], string[]][])('tests that %j does not select are not reported', async (args, expected) => {
  await suite.runOrCompare(['bail.cjs'], { args });
  expect([...(await suite.results()).keys()].sort()).toEqual(expected);
});

test('a test keeps its id when .only selects it among tests with equal titles', async () => {
  await suite.runOrCompare(['only.cjs']);
  expect(outcomes(await suite.results())).toEqual({ 'only.cjs > group > other (2)': 'Passed' });
});

test('tests of a delayed root suite are reported', async () => {
  await suite.runOrCompare(['delayed.cjs'], { args: ['--delay'] });
  expect(outcomes(await suite.results())).toEqual({
    'delayed.cjs > delayed > one': 'Passed',
    'delayed.cjs > delayed > one (2)': 'Passed',
  });
});

test.each<[string, RunOptions]>([
  ['serial', {}],
  ['parallel with setup', { args: PARALLEL, setup: true }],
  ...(IS_LONG
    ? ([
        ['serial with setup', { setup: true }],
        ['parallel', { args: PARALLEL }],
      ] satisfies [string, RunOptions][])
    : []),
])(
  'tests that a hook adds have ids of their file, and a copy of a test has a result of its own, %s',
  async (_mode, options) => {
    await suite.runOrCompare(['adds.cjs', 'adds-too.cjs', 'copies.cjs'], options);
    const added = ['adds-too.cjs', 'adds.cjs'].flatMap((file) =>
      ['added', 'added too', 'is declared'].map((title) => [`${file} > adds > ${title}`, 'Passed']),
    );
    expect(outcomes(await suite.results())).toEqual({
      ...Object.fromEntries(added),
      'copies.cjs > repeated > fails': 'Failed',
      'copies.cjs > repeated > fails (2)': 'Failed',
      'copies.cjs > repeated > runs': 'Passed',
      'copies.cjs > repeated > runs (2)': 'Passed',
    });
  },
);

test('forbidden pending tests are Failed', async () => {
  await suite.runOrCompare(['pending.cjs'], { args: ['--forbid-pending'] });
  expect(outcomes(await suite.results())).toEqual({
    'pending.cjs > passes': 'Passed',
    'pending.cjs > pending': 'Failed',
  });
});

test.each([PARALLEL, ...(IS_LONG ? [[]] : [])].map((mode) => [mode]))(
  'tests after a failed hook are Failed if Mocha says so, without hooks (%s)',
  async (mode) => {
    suite = new Suite('rows', service.url);
    const { report } = await suite.run(['hooks.cjs'], { args: ['--fail-hook-affected-tests', ...mode], setup: true });
    const results = await suite.results();
    expect(disagreements(report, results)).toEqual([]);
    expect(results.get('hooks.cjs > hooks > before fails > below > silent too')?.outcome).toBe('Failed');
    const teardownResults = [{ title: '"after each" hook: outer each', outcome: 'Passed' }];
    expect(results.get('hooks.cjs > hooks > beforeEach fails > begun')).toMatchObject({
      outcome: 'Failed',
      teardownResults,
    });
    const silent = results.get('hooks.cjs > hooks > beforeEach fails > silent');
    expect(silent).toMatchObject({
      outcome: 'Failed',
      message: expect.stringContaining('Test skipped due to failure in hook'),
    });
    expect(silent).not.toHaveProperty('teardownResults');
  },
);

test('a leaked global fails its test, and we leak none; a hook can fail its test, or prevent a retry', async () => {
  await suite.runOrCompare(['leaks.cjs', 'test-error.cjs'], { args: ['--check-leaks'], setup: true });
  expect(outcomes(await suite.results())).toEqual({
    'leaks.cjs > does not': 'Passed',
    'leaks.cjs > leaks': 'Failed',
    'test-error.cjs > hook fails its test > fails after all': 'Failed',
    'test-error.cjs > retry and hook > is not tried again': 'Blocked',
  });
});

test('root hooks run for each test and appear in its tree', async () => {
  await suite.runOrCompare(['fine.cjs'], { args: ['--require', './root-hooks.cjs', ...PARALLEL], setup: true });
  expect((await suite.results()).get('fine.cjs > is fine')).toMatchObject({
    setupResults: [{ title: '"before all" hook: beforeAll' }, { title: '"before each" hook: beforeEach' }],
    teardownResults: [{ title: '"after each" hook: afterEach' }, { title: '"after all" hook: afterAll' }],
  });
});
