import { afterEach, beforeEach, expect, test } from 'vitest';
import { disagreements } from './comparing.js';
import { type RunOptions, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('hostile', service.url);
});

afterEach(() => suite.clean());

test.each<[string, RunOptions]>([
  ['serial', {}],
  ['serial with setup', { setup: true }],
  // Without Symbol.iterator Mocha's own workers hang.
  ['parallel with setup', { setup: true, args: ['--parallel', '--jobs', '2', '--grep', 'Symbol', '--invert'] }],
])('stubbed and deleted built-ins change no verdict and no exit code: %s', async (_mode, options) => {
  const alone = new Suite('hostile', service.url);
  const { setup: _, ...rest } = options;
  const bare = await alone.run(['stubs.cjs'], { ...rest, without: 'json' });
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
});

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
