import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { until } from '../../conformance/src/harness/until.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { addressSpace, runProcess } from '../../core/test/run-process.js';
import { Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

describe('a run that is stopped', () => {
  it.each([['SIGTERM', '--maxWorkers=2'], ...(IS_LONG ? [['SIGINT', '--runInBand'] as const] : [])] as const)(
    'by %s reports ended tests, and running tests as Blocked (%s)',
    async (signal, mode) => {
      suite = new Suite('stops', service.url);
      const ready = join(suite.folder, 'ready');
      const args = [mode, '--testPathPatterns', 'slow', 'bail'];
      const run = suite.run({}, { args, env: { READY_FILE: ready } });
      await appears(suite.folder, 'ready');
      suite.kill(signal);
      const end = await run;
      expect(end.signal).toBe(signal);
      expect(await suite.outcomes()).toMatchObject({
        'slow.test.js > ends before the stop': 'Passed',
        'the-slow-one': 'Blocked',
        'slow.test.js > would come after the stop': 'Blocked',
      });
      expect((await suite.result('the-slow-one')).message).toBe('The run was interrupted before the test ended.');
    },
  );

  it('by process.exit in its own process reports the same, with the exit code of the suite', async () => {
    suite = new Suite('stops', service.url);
    const { code, stderr } = await suite.run({}, { args: ['--runInBand', '--testPathPatterns', 'exit'] });
    expect(code).toBe(5);
    expect(await suite.outcomes()).toEqual({
      'exit.test.js > ends before the exit': 'Passed',
      'exit.test.js > exits': 'Blocked',
      'exit.test.js > would come after the exit': 'Blocked',
    });
    expect(stderr).toContain('3 results');
  });

  it('during a retry reports the test once, as its earlier attempts ended', async () => {
    suite = new Suite('stops', service.url);
    suite.write(
      'retry.test.js',
      `jest.retryTimes(1);
      let attempts = 0;
      test('fails', () => { if (++attempts === 2) process.exit(5); throw new Error('first'); });
      test('passes', () => {});`,
    );
    const { code, stderr } = await suite.run({}, { args: ['--runInBand', '--testPathPatterns', '/retry.test'] });
    expect(code).toBe(5);
    expect(await suite.outcomes()).toEqual({ 'retry.test.js > fails': 'Failed', 'retry.test.js > passes': 'Passed' });
    expect(stderr).toContain('2 results');
  });

  it('by process.exit while a file loads names that file; by bail says how many did not run', async () => {
    suite = new Suite('stops', service.url);
    suite.write('leaves.test.js', 'process.exit(1);');
    const left = await suite.run({}, { args: ['leaves.test'] });
    expect(left.code).toBe(1);
    expect(left.stderr).toMatch(/✗ leaves\.test\.js did not finish\n\s+The process exited before the run ended/);
    suite.newRun();
    suite.write('leaves.test.js', "test('fails', () => { throw new Error('first'); });");
    suite.write('behind.test.js', "test('is fine', () => {});");
    const order = ['--runTestsByPath', 'leaves.test.js', 'behind.test.js', '--runInBand'];
    const bailed = await suite.run({ bail: 1 }, { args: order });
    const ran = (await suite.held()).length;
    // Jest runs the larger file first.
    expect(ran).toBe(1);
    expect(bailed.stderr).toContain('✗ 1 test file was not run. Jest stopped after a failure (bail).');
  });

  it.each([0, ...(IS_LONG ? [3] : [])])(
    'by process.exit(%i) in an afterAll counts that file and those behind it',
    async (code) => {
      suite = new Suite('stops', service.url);
      suite.write('a.test.js', "test('is fine', () => {});");
      suite.write('b.test.js', `test('passes', () => {}); afterAll(() => process.exit(${code}));`);
      suite.write('c.test.js', "test('never runs', () => {});");
      suite.write(
        'order.js',
        `module.exports = class {
      sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
      shard(tests) { return tests; }
      allFailedTests(tests) { return tests; }
      cacheResults() {}
    };`,
      );
      const args = ['--runInBand', '--testPathPatterns', '/[abc].test'];
      const end = await suite.run({ testSequencer: './order.js' }, { args });
      expect(end.code).toBe(code);
      expect(await suite.outcomes()).toEqual({ 'a.test.js > is fine': 'Passed', 'b.test.js > passes': 'Passed' });
      expect(end.stderr).toContain('2 results: 2 passed, 2 problems');
      expect(end.stderr).toMatch(/✗ b\.test\.js did not finish\n\s+The process exited before the run ended\./);
      expect(end.stderr).toContain('✗ 1 test file was not run. The process exited before the run ended.');
    },
  );

  it.runIf(IS_LONG)(
    'by bail closes once, with the failure that stopped it and every other test at most once',
    async () => {
      suite = new Suite('stops', service.url);
      for (const name of ['b', 'c', 'd']) suite.write(`${name}.test.js`, "test('fails', () => expect(1).toBe(2));");
      const args = ['--maxWorkers=2', '--testPathPatterns', 'bail', '/[bcd].test'];
      const { code, stderr } = await suite.run({ bail: 1 }, { args });
      expect(code).toBe(1);
      expect(stderr.match(/Testpoint {2}run/g)).toHaveLength(1);
      const outcomes = Object.values(await suite.outcomes());
      expect(outcomes).toContain('Failed');
      expect(outcomes.filter((outcome) => !['Passed', 'Failed', 'Blocked'].includes(outcome))).toEqual([]);
    },
  );
});

it('an empty shard records a session without results, so its pipeline sees that it ran', async () => {
  suite = new Suite('stops', service.url);
  suite.write('only.test.js', "test('is in the first shard', () => {});");
  const args = ['--testPathPatterns', '/only.test', '--passWithNoTests'];
  const { code, stderr } = await suite.run({}, { args: [...args, '--shard=2/2'] });
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Testpoint {2}run[\s\S]*no results/),
  });
  expect((await suite.run({}, { args: ['--testPathPatterns', 'nowhere', '--passWithNoTests'] })).stderr).not.toContain(
    'Testpoint',
  );
});

describe('modes that run tests repeatedly', () => {
  it('write no file that starts the next run if they report, so each edit is one run', async () => {
    suite = new Suite('stops', service.url);
    const edit = (message: number) =>
      suite.write(
        'edited.test.js',
        `const { attach, message } = require('@testpoint/jest/api');
        test('a', () => { attach('file', { path: __filename }); message('${message}'); });`,
      );
    edit(0);
    suite.write('jest.config.json', '');
    const before = new Set(readdirSync(suite.folder));
    const run = suite.run(
      { watchPathIgnorePatterns: ['report.json'] },
      { args: ['--watchAll', '/edited.test'], options: { watch: true, report: true, keepDelivered: 1 } },
    );
    const arrived = (message: number) =>
      until(async () => (await suite.held()).find(({ body }) => body.message === `${message}`));
    await arrived(0);
    const edits = IS_LONG ? [1, 2] : [1];
    for (const number of edits) {
      edit(number);
      await arrived(number);
    }
    suite.kill('SIGKILL');
    const { stderr } = await run;
    expect((await suite.held()).map(({ body }) => body.message)).toEqual(['0', ...edits.map(String)]);
    expect(stderr).toContain('Testpoint: no report in watch mode, because writing it would start the next run');
    const files = readdirSync(suite.folder).filter((name) => !before.has(name));
    expect(files.sort()).toEqual(['.testpoint', 'report.json']);
    const kept = readdirSync(suite.outbox, { recursive: true }).map(String);
    expect(kept.filter((path) => /attachments[\\/]/.test(path))).toHaveLength(1 + edits.length);
    expect(kept.filter((path) => /\.([cm]?[jt]sx?|json|node)$/.test(path))).toEqual([]);
  });
});

describe('reporting that is off', () => {
  it.runIf(IS_LONG)('does not change the suite, and leaves no trace', async () => {
    suite = new Suite('trees', service.url);
    const { code, stderr } = await suite.run({}, { options: { enabled: false }, args: ['concurrent'] });
    expect(code).toBe(0);
    expect(stderr).toContain('Testpoint:');
    expect(existsSync(join(suite.folder, '.testpoint'))).toBe(false);
    expect(await suite.held()).toEqual([]);
  });
});

function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(join(folder, name))) return;
      watcher.close();
      resolve();
    });
  });
}

/** V8 ends a process that may not have a thread's memory. */
it.runIf(process.platform === 'linux' && IS_LONG).each<[string, string[]]>([
  ['with', ['@testpoint/jest/setup']],
  ['without', []],
])(
  'with little address space, a suite %s the setup line ends as always, and its results wait for a flush',
  async (_, setupFilesAfterEnv) => {
    suite = new Suite('output', service.url);
    const reporters = [['@testpoint/jest', suite.settings()]];
    suite.write('jest.config.json', JSON.stringify({ reporters, transform: {}, setupFilesAfterEnv }));
    const jest = join(suite.folder, 'node_modules', 'jest', 'bin', 'jest.js');
    const args = [jest, '--config', join(suite.folder, 'jest.config.json'), '--runInBand'];
    const { code, errorOutput } = await runProcess(args, addressSpace(800_000));
    expect(code).toBe(1);
    expect(errorOutput).toMatch(
      /3 results not delivered: the delivery thread could not start \(it needs 1\.1 GiB of address/,
    );
    await suite.flush();
    expect(Object.values(await suite.outcomes()).sort()).toEqual(['Failed', 'Passed', 'Passed']);
  },
);

it('a run of the failed tests only (--onlyFailures) is a rerun, unless the settings say otherwise', async () => {
  suite = new Suite('stops', service.url);
  suite.write('red.test.js', "test('fails', () => { throw new Error('first'); });");
  suite.write('green.test.js', "test('passes', () => {});");
  const other = { args: ['--onlyFailures'], env: { TMS_RERUN: '0' } };
  const runs: { args: string[]; env?: Record<string, string> }[] = [
    { args: [] },
    { args: ['--onlyFailures'] },
    ...(IS_LONG ? [other] : []),
  ];
  const seen: unknown[] = [];
  for (const { args, env } of runs) {
    await suite.run(
      { testMatch: ['**/{red,green}.test.js'] },
      { args, options: { report: true }, ...(env && { env }) },
    );
    const { run } = new ReportFolder(join(suite.folder, 'testpoint-report'));
    seen.push([run.sessions.map(({ isRerun }) => isRerun), run.rows]);
  }
  // A rerun becomes part of the report; any other run replaces it.
  expect(seen).toEqual([[[undefined], 2], [[undefined, true], 2], ...(IS_LONG ? [[[undefined], 1]] : [])]);
});
