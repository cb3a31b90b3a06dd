import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { Suite, until, useService } from './harness.js';

const TEST = 'fails-later.cjs > first > ends twice';

const service = useService();
let suite: Suite;

beforeEach(() => {
  suite = new Suite('ends', service.url);
});
afterEach(() => suite.clean());

describe('a test that fails long after it has passed', () => {
  test.each([
    ['with the setup file', { setup: true }],
    ...(IS_LONG ? [['without it', {}] satisfies [string, { setup?: true }]] : []),
  ])('replaces the result that the service has, with its times (%s)', async (_, options) => {
    const report = join(suite.folder, 'report');
    const run = start({ ...options, env: { TMS_REPORT: report } });
    const passed = await until(async () => (await suite.held())[0]);
    expect(passed).toMatchObject({ autoTestExternalId: TEST, outcome: 'Passed' });
    say('go-on');
    say('end');
    const { code, stderr } = await run;

    expect(code).toBe(1);
    const [first, last] = (await suite.held()).filter(({ autoTestExternalId: id }) => id === TEST);
    expect(first).toEqual(passed);
    expect(last).toMatchObject({
      outcome: 'Failed',
      body: { message: expect.stringContaining('done() called multiple') },
    });
    const { startedOn, completedOn, duration, stepResults } = passed.body;
    expect(last?.body).toMatchObject({ startedOn, completedOn, duration });
    expect(last?.body.stepResults?.map(({ title }) => title)).toEqual(stepResults?.map(({ title }) => title));
    expect(stderr).toContain(`The result of ${TEST} was corrected: Passed when the test ended, Failed later`);
    expect(stderr).toContain('2 results: 1 passed, 1 failed · all delivered');

    const { rows, run: shown } = new ReportFolder(report);
    expect(rows.map(({ outcomes, attempts }) => [outcomes, attempts])).toEqual([['FP', [1, 1]]]);
    expect(shown).toMatchObject({ counts: { passed: 1, failed: 1 }, sessions: [{ counts: { passed: 1, failed: 1 } }] });
    expect(new ReportFolder(report).result('ends twice').earlier ?? []).toEqual([]);
  });

  test('replaces it with a flush if the suite is killed', async () => {
    const run = start({});
    await until(async () => (await suite.held())[0]);
    say('go-on');
    await until(() => (journal().includes('"corrects"') ? true : undefined));
    suite.kill('SIGKILL');
    await run;
    await suite.flush();
    const outcomes = (await suite.held()).filter(({ autoTestExternalId: id }) => id === TEST);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['Passed', 'Failed']);
  });

  test('replaces it in parallel mode', async () => {
    say('go-on');
    say('end');
    const { stderr } = await start({ setup: true, args: ['--parallel', '--jobs', '2'] });
    const [first, last] = (await suite.held()).filter(({ autoTestExternalId: id }) => id === TEST);
    expect([first?.outcome, last?.outcome]).toEqual(['Passed', 'Failed']);
    const { startedOn, completedOn, duration } = first?.body ?? {};
    expect(last?.body).toMatchObject({ startedOn, completedOn, duration });
    expect(stderr).toContain('2 results: 1 passed, 1 failed · all delivered');
  });
});

test('a test that fails once more keeps its first failure, also during its second attempt; one that fails after a skip is failed', async () => {
  const { stderr } = await suite.runOrCompare(['fails-twice.cjs', 'fails-again.cjs'], { setup: true });
  expect((await suite.result('fails-twice.cjs > fails')).message).toBe('Error: first');
  expect(stderr.match(/was corrected/g)).toHaveLength(1);
  expect(await suite.outcomes()).toEqual({
    'fails-again.cjs > ends its first attempt once more': 'Failed',
    'fails-again.cjs > fails after it has skipped itself': 'Skipped and Failed',
    'fails-twice.cjs > ends the other test': 'Passed',
    'fails-twice.cjs > fails': 'Failed',
  });
  expect(stderr).toContain('was corrected: Skipped when the test ended, Failed later');
  expect(stderr).not.toContain('external id');
});

function start({ env, ...options }: Parameters<Suite['run']>[1] & {}): ReturnType<Suite['run']> {
  const words = { GO_ON: join(suite.folder, 'go-on'), END: join(suite.folder, 'end') };
  return suite.run(['fails-later.cjs'], { ...options, env: { ...words, ...env } });
}

/** The file that the suite waits for. */
function say(word: string): void {
  writeFileSync(join(suite.folder, word), '');
}

function journal(): string {
  const [session = ''] = readdirSync(suite.outbox).filter((name) => /^\d{14}-/.test(name));
  return readFileSync(join(suite.outbox, session, 'journal.ndjson'), 'utf8');
}
