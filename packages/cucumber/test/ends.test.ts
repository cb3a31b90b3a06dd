import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { CLI, type Finished, Suite, useService, VERSIONS } from './harness.js';

/** `npm test` takes the first of them before the scenarios, and the second after them. */
const FAILURES = VERSIONS.flatMap((version) => ['', ' late'].map((when) => [version, when] as const));

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

test.each(IS_LONG ? FAILURES : FAILURES.slice(0, 1))(
  '%s: after a failed BeforeAll%s, scenarios are Blocked with its error',
  async (version, when) => {
    const suite = ends(version);
    const ended = await suite.runOrCompare({ env: { WRONG: `BeforeAll${when}` } });
    expect(ended.code).toBe(1);
    exitedWell(ended);
    expect(ended.stderr).toContain('1 problem');
    expect(ended.stderr).toContain('BeforeAll broke');
    const said = await saidOf(suite);
    expect(Object.keys(said).sort()).toEqual(Object.keys(ALL_RAN).sort());
    for (const text of Object.values(said)) expect(text).toMatch(/^Blocked: .*BeforeAll/);
  },
);

test.each(IS_LONG ? FAILURES : FAILURES.slice(1, 2))(
  '%s: a failed AfterAll%s is a problem of the run, and changes no result',
  async (version, when) => {
    const suite = ends(version);
    const ended = await suite.runOrCompare({ env: { WRONG: `AfterAll${when}` } });
    expect(ended.code).toBe(1);
    exitedWell(ended);
    expect(ended.stderr).toContain('1 problem');
    expect(ended.stderr).toContain('AfterAll broke');
    expect(await saidOf(suite)).toEqual(ALL_RAN);
  },
);

test('in parallel, a BeforeAll that fails in each worker is one problem', async () => {
  const suite = ends();
  const ended = await suite.run({ args: ['--parallel', '2'], env: { WRONG: 'BeforeAll' } });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('1 problem');
  for (const text of Object.values(await saidOf(suite)))
    expect(text).toMatch(/^Blocked: The BeforeAll: open hook failed/);
});

test('a pending step skips its scenario, unless Cucumber is strict', async () => {
  const suite = ends();
  await suite.runOrCompare({ args: ['--no-strict'], env: { WRONG: 'pending' } });
  expect(await saidOf(suite)).toEqual({ ...ALL_RAN, second: 'Skipped: “Given it does "SECOND"” is pending.' });
});

test('a feature that does not parse is a problem of the run', async () => {
  const suite = ends();
  copyFileSync(join(suite.project, 'features/broken.txt'), join(suite.project, 'features/broken.feature'));
  const ended = await suite.runOrCompare();
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("features/broken.feature can't be parsed");
  expect(ended.stderr).toContain('This is no step');
  expect(await saidOf(suite)).toEqual({});
});

test('filters, rerun files and shards leave scenarios out', async () => {
  const suite = ends();
  await suite.runOrCompare({ args: ['--name', '^first$', '--order', 'random'] });
  expect(await saidOf(suite)).toEqual({ first: 'Passed' });
  suite.newRun();
  await suite.runOrCompare({ args: ['features/ends.feature:10'] });
  expect(await saidOf(suite)).toEqual({ third: 'Passed' });
  suite.newRun();
  await suite.runOrCompare({ args: ['--shard', '2/2'] });
  expect(await saidOf(suite)).toEqual({ second: 'Passed', 'skips itself': SKIPPED });
});

test('exec --only runs what failed, and nothing else', async () => {
  const suite = ends();
  const report = { TMS_REPORT: 'true' };
  await suite.run({ env: { ...report, WRONG: 'fails' } });
  for (const args of [[], ['--parallel', '1']]) {
    suite.newRun();
    const ended = await suite.run({
      args,
      env: { ...report, WRONG: 'fails' },
      before: [CLI, 'exec', '--only', 'failed', '--', process.execPath],
    });
    expect(ended.stdout).toContain('1 scenario (1 failed)');
    expect(await saidOf(suite)).toEqual({ second: 'Failed: Error: no luck' });
  }
});

test('in parallel: if a step ends the process, what did not end is Blocked', async () => {
  const suite = ends();
  const ended = await suite.runOrCompare({ args: ['--parallel', '1'], env: { WRONG: 'exits' } });
  const said = await saidOf(suite);
  expect(said).toMatchObject({ first: 'Passed', second: expect.stringMatching(/^Blocked: /) });
  expect(Object.keys(said).sort()).toEqual(Object.keys(ALL_RAN).sort());
  expect(ended.stderr).toContain('1 problem');
});
