import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { expectedOutcomes } from './faithful.js';
import { byId, type Finished, type Held, PATIENCE, Suite, until, useService } from './harness.js';

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
const service = useService();
let suite: Suite | undefined;
afterEach(() => suite?.clean());

async function stop(
  way: string,
  args: string[] = [],
): Promise<{ finished: Finished; outcomes: string[][]; held: Held[] }> {
  suite = new Suite('stops', service.url);
  const finished = await suite.run({}, args, { WAY: way });
  return { finished, ...(await arrived(suite)) };
}

/** Outcome and message of each result, with the id first. */
async function arrived(from: Suite): Promise<{ outcomes: string[][]; held: Held[] }> {
  const held = await from.arrived();
  const outcomes = [...byId(held)].map(([id, { outcome, message = '' }]) => [id, outcome, message]);
  return { outcomes: outcomes.sort(([a = ''], [b = '']) => a.localeCompare(b)), held };
}

describe('a run that stops early', () => {
  it('at maxFailures gives that as the reason for tests that did not run', async () => {
    const { finished, outcomes } = await stop('', ['--max-failures=1']);
    const reason = 'Did not run: the run had reached maxFailures (1).';
    expect(outcomes).toEqual([
      ['tests/fails.spec.ts > after the failure', 'Blocked', reason],
      ['tests/fails.spec.ts > fails', 'Failed', 'Error: first failure'],
      ['tests/others.spec.ts > later', 'Blocked', reason],
      ['tests/others.spec.ts > passes', 'Blocked', reason],
      ['tests/others.spec.ts > waits', 'Blocked', reason],
    ]);
    expect(finished.report && Object.fromEntries(expectedOutcomes(finished.report))).toEqual(
      Object.fromEntries(outcomes.map(([id, outcome]) => [id, outcome])),
    );
    expect(finished.stderr).toContain('Testing stopped early after 1 maximum allowed failures');
  });

  it.runIf(IS_LONG)('at globalTimeout keeps the data of the running test', async () => {
    const { outcomes, held, finished } = await stop('', ['--global-timeout=20000', 'others']);
    expect(outcomes).toEqual([
      ['tests/others.spec.ts > later', 'Blocked', 'Did not run: the run reached its globalTimeout of 20000 ms.'],
      ['tests/others.spec.ts > passes', 'Passed', ''],
      ['tests/others.spec.ts > waits', 'Blocked', 'Cut off: the run reached its globalTimeout of 20000 ms.'],
    ]);
    expect(byId(held).get('tests/others.spec.ts > waits')?.stepResults).toMatchObject([
      { title: 'is reached', outcome: 'Passed' },
      { title: 'never ends', outcome: 'Blocked' },
    ]);
    expect(finished.stderr).toContain('Timed out waiting 20s for the test suite to run');
  });

  it.skipIf(process.platform === 'win32')('on an interrupt has sent ended tests, and records the rest', async () => {
    const interrupted = new Suite('stops', service.url);
    suite = interrupted;
    const running = join(interrupted.folder, 'running');
    const run = interrupted.run({}, ['others'], { RUNNING: running });
    await until(() => existsSync(running) || undefined);
    const [first] = await until(async () => {
      const held = await interrupted.held();
      return held.length > 0 ? held : undefined;
    });
    expect(first?.autoTestExternalId).toBe('tests/others.spec.ts > passes');
    interrupted.kill('SIGINT');
    const finished = await run;
    const { outcomes } = await arrived(interrupted);
    expect(finished.code).toBe(130);
    expect(outcomes).toEqual([
      ['tests/others.spec.ts > later', 'Blocked', 'Did not run: the run was interrupted.'],
      ['tests/others.spec.ts > passes', 'Passed', ''],
      ['tests/others.spec.ts > waits', 'Blocked', 'Interrupted while it was running.'],
    ]);
  });

  it('because another project failed names that project', async () => {
    const { outcomes } = await stop('dependency', ['--max-failures=2']);
    const reason = 'Did not run: project "set-up", which its project depends on, failed.';
    expect(outcomes.filter(([id]) => /^\[(shop|till)\]/.test(id ?? ''))).toEqual([
      ['[shop] tests/others.spec.ts > later', 'Blocked', reason],
      ['[shop] tests/others.spec.ts > passes', 'Blocked', reason],
      ['[shop] tests/others.spec.ts > waits', 'Blocked', reason],
      ['[till] tests/others.spec.ts > passes', 'Blocked', reason],
    ]);
  });
});

const OTHER_WAYS: [way: string, words: string][] = [
  ['global setup', 'the shop is closed'],
  ['no tests', 'No tests found'],
];

describe('a run that never began says why in the summary, and invents no results', () => {
  const cases: [way: string, words: string][] = [['broken', 'broken at its top level'], ...(IS_LONG ? OTHER_WAYS : [])];
  it.each(cases)('%s', async (way, words) => {
    const { finished, held } = await stop(way);
    expect(finished.code).toBe(1);
    expect(summary(finished)).toContain(words);
    expect(held).toEqual([]);
  });
});

it.runIf(IS_LONG)('flaky tests that fail the run are in the summary, next to green results', async () => {
  const { finished, outcomes } = await stop('flaky', ['flaky', '--fail-on-flaky-tests']);
  expect(finished.code).toBe(1);
  expect(summary(finished)).toContain('✗ Flaky tests fail the run (failOnFlakyTests)');
  expect(outcomes.map(([, outcome]) => outcome)).toEqual(['Passed']);
});

it.runIf(IS_LONG)('an error in global teardown appears in the summary next to green results', async () => {
  const { finished, outcomes } = await stop('global teardown', ['others', '-g', 'passes']);
  expect(finished.code).toBe(1);
  expect(outcomes).toEqual([['tests/others.spec.ts > passes', 'Passed', '']]);
  expect(summary(finished)).toContain('the shop is closed');
});

function summary({ stderr }: Finished): string {
  return stderr.slice(Math.max(stderr.indexOf('Testpoint  '), 0));
}
