import type { Config } from 'jest';
import { afterEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { outcomesIn } from './faithful.js';
import { type Finished, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

describe('results', () => {
  it('are the same as Jest’s, with the setup line in one process', async () => {
    const end = await runRows({}, ['--runInBand']);
    const result = await suite.result('hooks.test.js > beforeAll times out > three');
    expect(result.setupResults).toMatchObject([{ title: 'beforeAll', outcome: 'Failed' }]);
    expect(result.setupResults?.[0]?.description).toContain('Exceeded timeout of 50 ms for a hook');
    const again = await suite.result('describe-retries.test.js > run again as a whole > passes each time');
    expect(again.stepResults?.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
      'Attempt 1 of 3 Passed',
      'Attempt 2 of 3 Passed',
    ]);
    const { message, traces } = await suite.result('verdicts.test.js > throws an error of several lines');
    expect(message).toBe('Error: Expected items:\n  at least 3\n  at most 5\n  got 2');
    expect(traces).toMatch(/^ +at .*verdicts\.test\.js:\d+:\d+\)?$/m);
    expect(end.stderr).not.toContain('Hooks, steps and calls of the test API are not recorded');
  });

  it.runIf(IS_LONG)(
    'are the same as Jest’s, without the setup line in workers, and a notice says what is missing',
    async () => {
      const end = await runRows({ setupFilesAfterEnv: [] }, ['--maxWorkers=2']);
      expect(end.stderr).toContain('Hooks, steps and calls of the test API are not recorded');
    },
  );

  it.runIf(IS_LONG)('are the same as Jest 29’s', async () => {
    await runRows({}, ['--runInBand'], 'jest-29');
    expect((await suite.result('verdicts.test.js > fails as it should')).message).toMatch(/^Failed, as expected\./);
    const result = await suite.result('hooks.test.js > beforeAll times out > three');
    expect(result.setupResults).toMatchObject([{ title: 'beforeAll', outcome: 'Failed' }]);
  });

  it('omit tests that a name pattern filters out, and keep the numbers of equal titles', async () => {
    suite = new Suite('rows', service.url);
    await suite.run({ testPathIgnorePatterns: ['/hooks', '/retries'] }, { args: ['-t', 'same title|block'] });
    expect(await suite.outcomes()).toEqual({
      'verdicts.test.js > has the same title': 'Passed',
      'verdicts.test.js > has the same title (2)': 'Failed',
      'verdicts.test.js > has the same title (3)': 'Passed',
      'verdicts.test.js > a block > within a block > passes': 'Passed',
      'verdicts.test.js > a block > that is skipped > does not run': 'Skipped',
    });
  });
});

describe('a runner other than Jest’s', () => {
  it('has its durations in the results, needs no setup line, and what it fails without a test is a problem', async () => {
    suite = new Suite('runner', service.url);
    suite.write('check.test.js', '');
    const options = { durationUnit: 'milliseconds' };
    const { code, stderr } = await suite.run({ runner: './runner.js' }, { options });
    expect(code).toBe(1);
    expect(stderr).toContain('3 results: 2 passed, 1 failed, 1 problem');
    expect(stderr).toContain('✗ check.test.js failed outside its tests\n      Error: broken');
    const passed = await suite.result('some.test.js > passes');
    expect(passed).toMatchObject({ outcome: 'Passed', duration: 1_234 });
    expect(passed).not.toHaveProperty('startedOn');
    expect(await suite.result('some.test.js > fails')).toMatchObject({ outcome: 'Failed', duration: 567 });
    expect(stderr).not.toContain('setupFilesAfterEnv');
  });
});

describe.runIf(IS_LONG)('jest-light-runner', () => {
  it('gives the same results as jest-circus, except for hooks and steps, and a notice says once what is missing', async () => {
    suite = new Suite('light', service.url);
    const setUp = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], rootDir: suite.folder };
    const runner = 'jest-light-runner';
    const projects = [
      { ...setUp, runner, displayName: 'light' },
      { transform: {}, rootDir: suite.folder, runner, displayName: 'bare' },
      { ...setUp, displayName: 'circus', testMatch: ['**/light.test.js'] },
    ];
    const { stderr } = await suite.run({ projects }, { args: ['-t', 'meant', '--maxWorkers=2'] });
    const ofEach = { 'skipped in it': 'Skipped', 'fails in it': 'Failed', 'passes with a step': 'Passed' };
    const outcomes = ['light', 'bare', 'circus'].flatMap((name) =>
      Object.entries(ofEach).map(([title, outcome]) => [`[${name}] light.test.js > is meant > ${title}`, outcome]),
    );
    expect(await suite.outcomes()).toEqual(Object.fromEntries(outcomes));
    const failed = await suite.result('[light] light.test.js > is meant > fails in it');
    const expected = await suite.result('[circus] light.test.js > is meant > fails in it');
    expect(failed.message).toBe(expected.message);
    expect(failed.traces?.split('\n').at(-1)).toMatch(/^ {4}at .*light\.test\.js:\d+:\d+\)?$/);
    expect(stderr.match(/[^\n]*jest-circus[^\n]*/g)).toEqual([
      expect.stringContaining(
        'Hooks, steps and calls of the test API are not recorded in [bare], [light]: they need jest-circus, and jest-light-runner runs the tests.',
      ),
    ]);
    expect(stderr).not.toContain('outside a test');
    for (const name of ['light', 'bare']) {
      expect(stderr).toMatch(
        new RegExp(`✗ \\[${name}\\] broken\\.test\\.js could not be loaded\\n +Error: cannot load`),
      );
    }
  });
});

describe('the output of a file', () => {
  it('keeps what its failed test printed, although a later test prints 200 KiB', async () => {
    suite = new Suite('output', service.url);
    // Jest prints the output of a single file at once, and then does not report it.
    await suite.run({}, { args: ['--maxWorkers=2'] });
    const { attachments = [] } = await suite.result('noisy.test.js > fails');
    const text = await suite.text(String(attachments[0]));
    const [heading, notice, first, ...rest] = text.split('\n');
    expect(heading).toBe('[printed by all tests of noisy.test.js]');
    expect(notice).toMatch(/^\[… \d+ characters left out in the middle …\]$/);
    expect(first).toBe('printed by the failed test');
    expect(rest.slice(-2)).toEqual(['the last line of the file', '']);
  });
});

describe('a file whose process dies', () => {
  it('reports each test that had ended once, and the others as Blocked', async () => {
    suite = new Suite('deaths', service.url);
    suite.write('hook.test.js', "test('passes', () => {}); afterAll(() => process.exit(0));");
    const { code, stderr } = await suite.run({}, { args: ['--maxWorkers=2'] });
    expect(code).toBe(1);
    expect(await suite.outcomes()).toEqual({
      'exits.test.js > before the exit': 'Passed',
      'exits.test.js > before the exit (2)': 'Passed',
      'exits.test.js > exits': 'Blocked',
      'exits.test.js > after the exit': 'Blocked',
      'exits.test.js > skipped': 'Skipped',
      'killed.test.js > before the kill': 'Passed',
      'killed-one': 'Blocked',
      'killed.test.js > after the kill': 'Blocked',
      'fine.test.js > is fine': 'Passed',
      'hook.test.js > passes': 'Passed',
    });
    expect((await suite.result('killed-one')).message).toMatch(
      /^The test file ended before the test did: A jest worker process .* was terminated by another process/,
    );
    expect(stderr).toContain('exits.test.js did not finish\n      Error: Jest worker encountered 4 child process exc');
    expect(stderr).toContain('killed.test.js did not finish');
    expect(stderr).toContain('hook.test.js did not finish\n      Error: A jest worker process');
    expect(stderr).toContain('10 results: 5 passed, 4 did not run, 1 skipped, 3 problems');
    expect(stderr).not.toMatch(/(was|were) not run/);
  });
});

interface Bare {
  code: number | null;
  outcomes: Record<string, string>;
}

let bareRun: Promise<Bare> | undefined;

/** The suite's behavior without us. It is the same in one process and in workers. */
function bare(): Promise<Bare> {
  bareRun ??= suite
    .run({ setupFilesAfterEnv: [] }, { options: false, args: ['--runInBand'] })
    .then(({ code, report }) => ({ code, outcomes: outcomesIn(report, suite) }));
  return bareRun;
}

/** Runs the fixture with our reporter, in long runs first without us: only what is reported may differ. */
async function runRows(config: Config, args: string[], jest = 'jest'): Promise<Finished> {
  suite = new Suite('rows', service.url, jest);
  suite.write('syntax.test.js', "test('is never known', () => {");
  const without = IS_LONG && jest === 'jest' ? await bare() : undefined;
  const end = await suite.run(config, { args });
  expect(end.code).toBe(without?.code ?? 1);
  if (without !== undefined) expect(outcomesIn(end.report, suite)).toEqual(without.outcomes);
  expect(await suite.outcomes()).toEqual(outcomesIn(end.report, suite));
  expect(end.stderr).toContain('5 problems');
  for (const file of ['syntax', 'no-such-import', 'describe-throws']) {
    expect(end.stderr).toContain(`${file}.test.js could not be loaded\n      `);
  }
  expect(end.stderr).toContain('empty.test.js has no tests');
  expect(end.stderr).toContain('describe-throws.test.js could not be loaded\n      Error: in describe');
  expect(end.stderr).toContain('after-all.test.js failed outside its tests\n      Error: cannot clean up');
  const { message } = await suite.result('hooks.test.js > beforeEach fails > is expected to fail, but not there');
  expect(message).toBe('Error: no session');
  return end;
}
