import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { until } from '../../conformance/src/harness/until.js';
import { CLI, type Finished, Suite, useService, VERSIONS } from './harness.js';

/** `npm test` takes one of each version. */
const FAILURES = VERSIONS.flatMap((version, index) =>
  ['', ' late'].filter((_, late) => IS_LONG || late === index % 2).map((when) => [version, when] as const),
);

const service = useService();
const suites: Suite[] = [];
afterEach(() => {
  for (const suite of suites.splice(0)) suite.clean();
});

function ends(version?: (typeof VERSIONS)[number]): Suite {
  const suite = new Suite('ends', service.url, version);
  suites.push(suite);
  return suite;
}

/** What the service has of the feature, by title: the outcome, and the message of those that say why. */
async function saidOf(suite: Suite): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const [id, { outcome, message }] of await suite.results())
    said[id.replace('features/ends.feature > Ends > ', '')] = [outcome, message].filter(Boolean).join(': ');
  return said;
}

const SKIPPED = 'Skipped: Skipped by “Given it is skipped”.';
const ALL_RAN = { first: 'Passed', second: 'Passed', third: 'Passed', 'skips itself': SKIPPED };
const exitedWell = ({ stderr }: Finished) => expect(stderr).not.toContain('exited before');

test.each(FAILURES)('%s: after a failed BeforeAll%s, scenarios are Blocked with its error', async (version, when) => {
  const suite = ends(version);
  const ended = await suite.runAndCompare({ env: { WRONG: `BeforeAll${when}` } });
  exitedWell(ended);
  expect(ended.stderr).toContain('1 problem');
  expect(ended.stderr).toContain('BeforeAll broke');
  const said = await saidOf(suite);
  expect(Object.keys(said).sort()).toEqual(Object.keys(ALL_RAN).sort());
  for (const text of Object.values(said)) expect(text).toMatch(/^Blocked: .*BeforeAll/);
});

test.each(FAILURES)('%s: a failed AfterAll%s is a problem of the run, and changes no result', async (version, when) => {
  const suite = ends(version);
  const ended = await suite.runAndCompare({ env: { WRONG: `AfterAll${when}` } });
  exitedWell(ended);
  expect(ended.stderr).toContain('1 problem');
  expect(ended.stderr).toContain('AfterAll broke');
  expect(await saidOf(suite)).toEqual(ALL_RAN);
});

test('in parallel, a BeforeAll that fails in each worker is one problem', async () => {
  const suite = ends();
  const ended = await suite.run({ args: ['--parallel', '2'], env: { WRONG: 'BeforeAll' } });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('1 problem');
  for (const text of Object.values(await saidOf(suite)))
    expect(text).toMatch(/^Blocked: The BeforeAll: open hook failed/);
});

test('after a failure with fail-fast, the others are Blocked, also one that would skip itself', async () => {
  const suite = ends();
  await suite.runAndCompare({ args: ['--fail-fast'], env: { WRONG: 'fails' } });
  const stopped = 'Blocked: Cucumber stopped after the first failure (fail-fast).';
  expect(await saidOf(suite)).toEqual({
    first: 'Passed',
    second: 'Failed: Error: no luck',
    third: stopped,
    'skips itself': stopped,
  });
});

test('a pending step skips its scenario, unless Cucumber is strict', async () => {
  const suite = ends();
  await suite.runAndCompare({ args: ['--no-strict'], env: { WRONG: 'pending' } });
  expect(await saidOf(suite)).toEqual({ ...ALL_RAN, second: 'Skipped: “Given it does "SECOND"” is pending.' });
});

test('a feature that does not parse is a problem of the run', async () => {
  const suite = ends();
  copyFileSync(join(suite.project, 'features/broken.txt'), join(suite.project, 'features/broken.feature'));
  const ended = await suite.runAndCompare();
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("features/broken.feature can't be parsed");
  expect(ended.stderr).toContain('This is no step');
  expect(await saidOf(suite)).toEqual({});
});

test('filters, rerun files and shards leave scenarios out', async () => {
  const suite = ends();
  await suite.runAndCompare({ args: ['--name', '^first$', '--order', 'random'] });
  expect(await saidOf(suite)).toEqual({ first: 'Passed' });
  suite.newRun();
  await suite.runAndCompare({ args: ['features/ends.feature:10'] });
  expect(await saidOf(suite)).toEqual({ third: 'Passed' });
  suite.newRun();
  await suite.runAndCompare({ args: ['--shard', '2/2'] });
  expect(await saidOf(suite)).toEqual({ second: 'Passed', 'skips itself': SKIPPED });
});

test.each([
  ['in this process', []],
  ['in parallel', ['--parallel', '1']],
])('%s: exec --only runs what failed, and nothing else', async (_how, args) => {
  const suite = ends();
  const report = { TMS_REPORT: 'true' };
  await suite.run({ env: { ...report, WRONG: 'fails' } });
  suite.newRun();
  const ended = await suite.run({
    args,
    env: report,
    before: [CLI, 'exec', '--only', 'failed', '--', process.execPath],
  });
  expect(ended.stdout).toContain('1 scenario (1 passed)');
  expect(await saidOf(suite)).toEqual({ second: 'Passed' });
});

test('nothing is reported with --dry-run, and one line says so', async () => {
  const suite = ends();
  const ended = await suite.runAndCompare({ args: ['--dry-run'] });
  expect(ended.stderr).toContain('dry-run mode');
  expect(await saidOf(suite)).toEqual({});
});

test.each([
  ['in this process', []],
  ['in parallel', ['--parallel', '1']],
])('%s: if a step ends the process, what did not end is Blocked', async (_how, args) => {
  const suite = ends();
  const ended = await suite.runAndCompare({ args, env: { WRONG: 'exits' } });
  const said = await saidOf(suite);
  expect(said).toMatchObject({ first: 'Passed', second: expect.stringMatching(/^Blocked: /) });
  expect(Object.keys(said).sort()).toEqual(Object.keys(ALL_RAN).sort());
  expect(ended.stderr).toContain('1 problem');
});

test.skipIf(process.platform === 'win32')('a signal blocks what did not end, and ends the process', async () => {
  const suite = ends();
  const running = suite.run({ env: { WRONG: 'waits' } });
  await until(() => suite.has('waiting') || undefined);
  suite.kill('SIGINT');
  expect(await running).toMatchObject({ signal: 'SIGINT', code: null });
  const blocked = 'Blocked: The run was interrupted (SIGINT).';
  expect(await saidOf(suite)).toEqual({ first: 'Passed', second: blocked, third: blocked, 'skips itself': blocked });
});
