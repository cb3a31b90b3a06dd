import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '@testpoint/reference-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { replaceFile } from '../../report/src/write/replace-file.js';
import { outcomes } from './comparing.js';
import { type Finished, PARALLEL, type RunOptions, Suite, until, useService } from './harness.js';

const API = fileURLToPath(new URL('../dist/api.cjs', import.meta.url));

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('ends', service.url);
});

afterEach(() => suite.clean());

const IN_PARALLEL: [string, string[], RunOptions] = ['parallel', ['bail-suite.cjs'], { args: PARALLEL, setup: true }];

describe('a run that ends early', () => {
  test.each<[string, string[], RunOptions]>([
    ['serial', ['bail-suite.cjs', 'late-hook.cjs'], {}],
    ['parallel without setup', ['broken.cjs', 'late-hook.cjs'], { args: PARALLEL }],
    ...(IS_LONG ? [IN_PARALLEL] : []),
  ])(
    'in part, by bail of one suite, a hook that fails too late or a broken file, %s',
    async (_mode, files, options) => {
      const { stderr } = await suite.runOrCompare(files, options);
      const results = await suite.results();
      expect(outcomes(results)).toEqual({
        ...(files.includes('bail-suite.cjs') && {
          'bail-suite.cjs > apart > runs': 'Passed',
          'bail-suite.cjs > in order > fails': 'Failed',
          'bail-suite.cjs > in order > is left out': 'Blocked',
        }),
        ...(files.includes('late-hook.cjs') && {
          'late-hook.cjs > a hook that is done twice > and so does this': 'Passed',
          'late-hook.cjs > a hook that is done twice > runs all the same': 'Passed',
        }),
      });
      for (const file of files) {
        if (file === 'broken.cjs') expect(stderr).toMatch(/✗ broken\.cjs\n\s+.*this file is broken/);
        else if (file === 'late-hook.cjs')
          expect(stderr).toContain('✗ late-hook.cjs > a hook that is done twice: "before all" hook failed');
        else
          expect(results.get('bail-suite.cjs > in order > is left out')?.message).toBe(
            'Mocha stopped after the first failure (bail).',
          );
      }
    },
  );

  test('an uncaught error with --allow-uncaught: finished tests are delivered, and the others are Blocked', async () => {
    const { code, stderr } = await suite.runOrCompare(['bail.cjs'], { args: ['--allow-uncaught'] });
    expect(code).toBe(7);
    expect(outcomes(await suite.results())).toEqual({
      'bail.cjs > passes': 'Passed',
      'bail.cjs > fails': 'Blocked',
      'bail.cjs > left out': 'Blocked',
      'bail.cjs > left out > too': 'Blocked',
    });
    expect(stderr).toContain('✗ An uncaught error ends the process');
  });

  test.each([
    ['exits.cjs', 0],
    ['exits-hook.cjs', 3],
    ...(IS_LONG
      ? ([
          ['exits.cjs', 3],
          ['exits-hook.cjs', 0],
        ] as const)
      : []),
  ] as const)(
    'process.exit in %s (code %i): the summary names it, and counts the files behind it',
    async (file, code) => {
      const files = ['fine.cjs', file, 'late-hook.cjs'];
      const run = await suite.runOrCompare(files, { env: { EXIT_CODE: `${code}` } });
      expect(run.code).toBe(code);
      const left = file === 'exits.cjs' ? ['exits.cjs > exits', 'exits.cjs > never runs'] : [];
      left.push('late-hook.cjs > a hook that is done twice > and so does this');
      left.push('late-hook.cjs > a hook that is done twice > runs all the same');
      const results = [...(await suite.results())];
      const blocked = results.filter(([, { outcome }]) => outcome === 'Blocked').map(([id]) => id);
      expect(blocked.sort()).toEqual(left);
      expect(run.stderr).toContain(`${results.length} results: 2 passed, ${left.length} did not run, 2 problems`);
      expect(run.stderr).toContain(`✗ ${file} did not finish\n      The process exited before the run ended.`);
      expect(run.stderr).toContain(
        `✗ 1 test file was not run. The process exited before the run ended.\n      late-hook.cjs`,
      );
    },
  );

  test('process.exit in the last hook: every verdict arrives', async () => {
    const { code } = await suite.runOrCompare(['exits-after.cjs'], { setup: true });
    expect(code).toBe(0);
    expect(outcomes(await suite.results())).toEqual({
      'exits-after.cjs > fails': 'Failed',
      'exits-after.cjs > passes': 'Passed',
    });
  });

  test.each(['SIGINT', ...(IS_LONG ? ['SIGTERM' as const] : [])] as const)(
    '%s ends the process as usual, after delivery',
    async (signal) => {
      const run = await interrupted(signal);
      expect(run).toMatchObject({ code: null, signal });
      expect(outcomes(await suite.results())).toEqual({
        'slow.cjs > is interrupted': 'Blocked',
        'slow.cjs > never runs': 'Blocked',
        'slow.cjs > passes': 'Passed',
      });
      expect(run.stdout).not.toContain('passing');
    },
  );

  test.runIf(IS_LONG)('SIGINT in parallel mode keeps the exit code of Mocha, which is 0', async () => {
    const run = await interrupted('SIGINT', { args: PARALLEL, setup: true });
    expect(run).toMatchObject({ code: 0, signal: null });
    expect(outcomes(await suite.results())).toMatchObject({ 'slow.cjs > is interrupted': 'Blocked' });
  });

  test('a suite that handles signals itself continues', async () => {
    await suite.runOrCompare(['listens.cjs']);
    expect(outcomes(await suite.results())).toEqual({
      'listens.cjs > goes on': 'Passed',
      'listens.cjs > listens itself': 'Passed',
    });
  });

  test('a worker that deletes the outbox: the summary does not ask for the setup line, which is there', async () => {
    const { stderr } = await suite.run(['deletes-outbox.cjs'], { args: PARALLEL, setup: true });
    expect(outcomes(await suite.results())).toEqual({ 'deletes-outbox.cjs > deletes': 'Passed' });
    expect(stderr).toContain('The outbox was deleted while the suite ran: attachments, steps and hooks may be missing');
    expect(stderr).not.toContain('Not recorded');
  });

  test('a killed worker: its tests are Blocked, and the summary names its file', async () => {
    const { stderr } = await suite.runOrCompare(['killed.cjs', 'fine.cjs'], { args: PARALLEL, setup: true });
    expect(outcomes(await suite.results())).toEqual({
      'fine.cjs > is fine': 'Passed',
      'killed.cjs > never runs': 'Blocked',
      'killed.cjs > passed': 'Blocked',
      killer: 'Blocked',
    });
    expect(stderr).toContain('✗ killed.cjs');
    expect(stderr).toContain('Workerpool Worker terminated Unexpectedly');
  });

  test('Mocha exits without a word when all workers have exited: the summary accounts for every file', async () => {
    const files = ['exits.cjs', 'killed.cjs', 'fine.cjs'];
    const env = { EXIT_CODE: '0' };
    const { code, stderr } = await suite.runOrCompare(files, { args: PARALLEL, setup: true, env });
    expect(code).toBe(0);
    expect(Object.values(outcomes(await suite.results()))).toEqual(Array(6).fill('Blocked'));
    const why = 'The process exited before the run ended.';
    const names = String.raw`(\s+(exits|killed)\.cjs){2}`;
    expect(stderr).toMatch(new RegExp(`✗ 2 test files did not finish\\. ${why}${names}\n  ✗ 1 test file was not run`));
  });
});

describe('failures outside of tests', () => {
  test('a failing global setup', async () => {
    const { stderr } = await suite.runOrCompare(['fine.cjs'], { args: ['--require', './global-setup.cjs'] });
    expect(outcomes(await suite.results())).toEqual({ 'fine.cjs > is fine': 'Blocked' });
    expect(stderr).toContain('✗ The global setup failed');
  });

  test('a failing global teardown', async () => {
    const { stderr } = await suite.runOrCompare(['fine.cjs'], { args: ['--require', './global-teardown.cjs'] });
    expect(outcomes(await suite.results())).toEqual({ 'fine.cjs > is fine': 'Passed' });
    expect(stderr).toContain('✗ The global teardown failed');
  });

  test('no tests at all, if that is forbidden', async () => {
    const { stderr } = await suite.runOrCompare(['fine.cjs'], { args: ['--grep', 'nothing', '--fail-zero'] });
    expect(await suite.held()).toEqual([]);
    expect(stderr).toContain('✗ No tests were run');
  });

  test.each(['--no-exit', ...(IS_LONG ? ['--exit'] : [])])(
    'an error during delivery, %s: the exit code is the same as without us',
    async (exit) => {
      const server = await startServer({ port: 0, open: true, faults: { rules: [{ latency: 400 }] } });
      suite = new Suite('ends', server.url);
      const run = await suite.runOrCompare(['late.cjs'], { args: [exit] });
      expect(run.code).toBe(exit === '--exit' ? 0 : 7);
      const named = /✗ An error after the last test ends the process\n\s+Error: long after/;
      if (exit !== '--exit') expect(run.stderr).toMatch(named);
      if (exit === '--exit')
        expect(outcomes(await suite.results())).toEqual({ 'late.cjs > leaves an error behind': 'Passed' });
      await server.close();
    },
  );
});

test('an error after the run is reported, even during the global teardown', async () => {
  const early = await suite.runOrCompare(['fine.cjs'], { args: ['--require', './late-teardown.cjs'] });
  expect(early.code).toBe(7);
  expect(early.stderr).toMatch(/✗ An error after the last test ends the process\n\s+Error: while tearing down/);
  expect(outcomes(await suite.results())).toEqual({ 'fine.cjs > is fine': 'Passed' });
});

test('an error after the summary is printed below it', async () => {
  const goOn = join(suite.folder, 'go-on');
  const run = suite.run(['much-later.cjs'], { env: { GO_ON: goOn } });
  await until(() => (suite.output.stderr.includes('all delivered') ? true : undefined));
  writeFileSync(goOn, '');
  const { code, stderr } = await run;
  expect(code).toBe(7);
  expect(stderr).toContain('Testpoint: An error after the last test ends the process: Error: much later');
});

test.each<[string, string[]]>([
  ['parallel', PARALLEL],
  ...(IS_LONG ? [['serial', []] satisfies [string, string[]]] : []),
])('in watch mode with watch: true, no file that is written starts the next run, %s', async (_mode, args) => {
  const project = join(suite.folder, 'project');
  mkdirSync(project);
  const file = join(project, 'edited.cjs');
  const watched = new Suite(project, service.url);
  const content = (title: string) =>
    `const { attach } = require(${JSON.stringify(API)});
    it('${title}', () => attach('file', { path: __filename }));`;
  // In one step: Mocha may run half a file, and notices no change within the next 5 ms.
  const edit = (title: string) => replaceFile(file, (draft) => writeFileSync(draft, content(title)));
  const arrived = (title: string) => until(async () => (await watched.results()).get(`edited.cjs > ${title}`));
  edit('first');
  const run = watched.run(['edited.cjs'], {
    args: ['--watch', ...args],
    env: { TMS_WATCH: '1', TMS_REPORT: 'true', TMS_KEEP_DELIVERED: '1', TMS_OUTBOX_DIR: '' },
    options: { console: 'spec' },
    setup: true,
  });
  await arrived('first');
  edit('second');
  await arrived('second');
  watched.kill('SIGKILL');
  const { stderr } = await run;
  expect((await watched.held()).map(({ autoTestExternalId: id }) => id)).toEqual([
    'edited.cjs > first',
    'edited.cjs > second',
  ]);
  expect(stderr).toContain('Testpoint: no report in watch mode');
  expect(readdirSync(project).sort()).toEqual(['.testpoint', 'edited.cjs']);
  const kept = readdirSync(join(project, '.testpoint'), { recursive: true }).map(String);
  expect(kept.filter((path) => /attachments[\\/]/.test(path))).toHaveLength(2);
  expect(kept.filter((path) => /\.[cm]?js$/.test(path))).toEqual([]);
  watched.clean();
});

async function interrupted(signal: NodeJS.Signals, options: RunOptions = {}): Promise<Finished> {
  const run = suite.run(['slow.cjs'], { options: { console: 'spec' }, ...options });
  await until(() => (suite.output.stderr.includes('running') ? true : undefined));
  suite.kill(signal);
  return run;
}
