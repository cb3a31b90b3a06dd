import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { disagreements } from './comparing.js';
import { type RunOptions, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('hostile', service.url);
});

afterEach(() => suite.clean());

const OTHER_WAYS: [string, RunOptions][] = [
  ['serial', {}],
  // Without Symbol.iterator Mocha's own workers hang.
  ['parallel with setup', { setup: true, args: ['--parallel', '--jobs', '2', '--grep', 'Symbol', '--invert'] }],
];

test.each<[string, RunOptions]>([['serial with setup', { setup: true }], ...(IS_LONG ? OTHER_WAYS : [])])(
  'stubbed and deleted built-ins change no verdict and no exit code: %s',
  async (_mode, options) => {
    const bare = await suite.bare(['stubs.cjs'], 'json', options);
    const run = await suite.run(['stubs.cjs'], options);
    const results = await suite.results();
    expect(run.stderr).not.toContain('Testpoint failed');
    expect(disagreements(run.report, results)).toEqual([]);
    expect(run.report?.tests.length).toBe(bare.report?.tests.length);
    expect(run.code).toBe(bare.code);
    expect(results.size).toBe(run.report?.tests.length);
    if (options.setup) {
      const withSteps = [...results.values()].filter(({ stepResults }) => stepResults?.[0]?.title === 'with it');
      expect(withSteps.length).toBe([...results.values()].filter(({ outcome }) => outcome === 'Passed').length);
    }
  },
);

test('a mocked file system, network and clock do not matter, and the last match is the suite’s', async () => {
  const run = await suite.run(['mocks.cjs'], { setup: true, args: ['--check-leaks'] });
  const results = await suite.results();
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).not.toContain('Testpoint failed');
  expect(disagreements(run.report, results)).toEqual([]);
  expect(results.size).toBe(run.report?.tests.length);
  const year = new Date().getFullYear();
  for (const { startedOn } of results.values()) expect(Number(startedOn?.slice(0, 4))).toBe(year);
  const mocked = results.get('mocks.cjs > file system mocked > is not in the way');
  expect(await Promise.all((mocked?.attachments ?? []).map((id) => suite.text(String(id))))).toEqual([
    'mocked',
    'while mocked',
  ]);
});

test('a file that changes the process changes no verdict, no id and no secret, and nothing lands elsewhere', async () => {
  const project = join(suite.folder, 'project');
  mkdirSync(project);
  cpSync(join(suite.fixture, 'process.cjs'), join(project, 'process.cjs'));
  writeFileSync(
    join(project, 'testpoint.config.cjs'),
    "module.exports = { redact: ['hunter2-hunter2'], report: true };",
  );
  const changing = new Suite(project, service.url);
  const env = { FOLDER: changing.folder, TMS_KEEP_DELIVERED: '1', TMS_OUTBOX_DIR: '' };
  const run = await changing.run(['process.cjs'], { setup: true, env, options: { console: 'spec' } });
  expect(run.stdout).toMatch(/3 passing.*\n\s+1 failing/);
  expect(run.code).toBe(1);
  const results = await changing.results();
  expect([...results].map(([id, { outcome, message }]) => [id, message ?? outcome])).toEqual([
    ['process.cjs > a graceful shutdown > is asked for by a signal', 'Passed'],
    ['process.cjs > a graceful shutdown > ends with the process', 'Passed'],
    ['process.cjs > a graceful shutdown > leaves no listener behind', 'Passed'],
    ['process.cjs > a graceful shutdown > fails', 'Error: the password is ***'],
  ]);
  expect(run.stderr).toContain('4 results: 3 passed, 1 failed · all delivered');
  expect(run.stderr).not.toMatch(/Testpoint failed|interrupted/);
  expect(readdirSync(project).sort()).toEqual([
    '.testpoint',
    'process.cjs',
    'testpoint-report',
    'testpoint.config.cjs',
  ]);
  expect(readdirSync(join(changing.folder, 'elsewhere'))).toEqual([]);
  expect(readFileSync(join(project, 'testpoint-report', 'index.html'), 'utf8')).not.toContain('hunter2');
  changing.clean();
});
