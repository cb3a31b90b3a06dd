import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@testpoint/reference-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type Held, resultsIn } from '../../../scripts/inspection.mjs';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId } from '../src/harness/held-results.js';
import { type Framework, jest, MOCHA_RUN, mocha, playwright, vitest } from './selection/frameworks.js';
import { CLI, Place } from './selection/place.js';
import { type Dialect, notes } from './selection/suites.js';

const SECRET = 'c2VjcmV0LWtleQ==';
const CONFIGURATION = 'aaaaaaaa-0000-4000-8000-000000000010';

let place: Place | undefined;
let server: RunningServer | undefined;
afterEach(async () => {
  place?.clean();
  await server?.close();
  server = undefined;
});

/** `flaky(name, n)` fails n times. */
const flaky = `${notes}
const { readFileSync } = process.getBuiltinModule('node:fs');
const flaky = (name, times) => {
  ran(name);
  const tries = readFileSync(process.env.RAN, 'utf8').split('\\n').filter((line) => line === name).length;
  if (tries <= times) throw new Error('try ' + tries);
};
`;
const suiteOf = ({ head, beforeAll }: Dialect, rounds = 2): string => `${head}${flaky}
test('passes', () => ran('passes'));
test('a+b (once)', () => flaky('once', 1));
test('a+b', () => ran('once not'));
describe('group [x]', () => {
  ${beforeAll}(() => ran('hook'));
  test('twice', () => flaky('twice', ${rounds}));
});
describe('hooked', () => {
  ${beforeAll}(() => flaky('bad hook', 1));
  test('behind', () => ran('behind'));
});
describe('other', () => {
  ${beforeAll}(() => ran('other hook'));
  test('fine', () => ran('fine'));
});
`;

/** With the number of rounds that follow the first. */
const FRAMEWORKS: [string, Framework, number][] = [
  ['Mocha', mocha('mocha', IS_LONG ? '--parallel --jobs 2' : ''), IS_LONG ? 2 : 1],
  ...(IS_LONG
    ? ([
        ['Vitest', vitest(), 2],
        ['Jest', jest('jest'), 2],
        ['Playwright', playwright(), 2],
      ] satisfies [string, Framework, number][])
    : []),
];

/** Runs before the suites of each round: a command, after which it copies what is withheld. */
const between = (
  command: string,
) => `const { appendFileSync, existsSync, readFileSync, readdirSync } = require('node:fs');
require('node:child_process').spawnSync(process.execPath, [${JSON.stringify(CLI)}, '${command}'], { stdio: 'inherit' });
for (const name of existsSync('.testpoint') ? readdirSync('.testpoint') : []) {
  const path = '.testpoint/' + name + '/withheld.ndjson';
  if (existsSync(path)) appendFileSync('withheld.txt', readFileSync(path));
}`;

describe('exec --rerun', () => {
  test.each(FRAMEWORKS)('%s runs failed tests again until they pass', async (_name, framework, rounds) => {
    place = new Place(
      framework.modules,
      framework.script,
      framework.files({
        flaky: suiteOf(framework.dialect, rounds),
        other: `${framework.dialect.head}${notes}test('green', () => ran('green'));`,
      }),
      { TMS_REPORT: '1' },
    );
    const end = await place.exec(['--rerun', `${rounds}`]);
    expect(end.code, end.output).toBe(0);
    const count = (name: string) => end.ran.filter((one) => one === name).length;
    expect({ once: count('once'), twice: count('twice'), passes: count('passes'), green: count('green') }).toEqual({
      ...{ once: 2, twice: rounds + 1, passes: 1, green: 1 },
    });
    expect(end.output).toContain('Failed tests that exec runs again: 3');
    expect(end.output).toContain(`Testpoint: 3 failed tests to run again (1 of ${rounds})`);
    expect(end.output).toContain('Testpoint: 3 failed tests passed on a rerun');
    // The hook failed once, but the run has not failed.
    expect(await place.cli(['summary'])).toMatchObject({
      output: expect.stringMatching(/^## ✅ All 7 tests passed$/m),
    });
    // A folder for each kept session would mean that something is left to deliver.
    expect(readdirSync(join(place.folder, '.testpoint')).filter((name) => /rerun|selection/.test(name))).toEqual([]);
  });

  test('a report that is made between two rounds leaves the failed tests alone', async () => {
    const { modules, dialect } = mocha('mocha');
    const files = {
      'between.js': between('report'),
      'test/a.js': `${dialect.head}${flaky}test('once', () => flaky('once', 1));`,
    };
    place = new Place(modules, `node between.js && ${MOCHA_RUN} test/a.js`, files, { TMS_REPORT: '1' });
    expect(await place.exec(['--rerun', '1'])).toMatchObject({ code: 0, ran: ['once', 'once'] });
    expect(readFileSync(join(place.folder, 'withheld.txt'), 'utf8')).toContain('try 1');
    expect((await place.cli(['summary'])).output).toContain('1 flaky');
  });

  test('the exit code stays if something besides tests fails in the last round', async () => {
    const { modules, dialect } = mocha('mocha');
    const files = { 'test/a.js': `${dialect.head}${flaky}test('once', () => flaky('once', 1));` };
    place = new Place(modules, `${MOCHA_RUN} test/a.js && node -e "process.exit(7)"`, files, { TMS_REPORT: '1' });
    const end = await place.exec(['--rerun', '2']);
    expect(end).toMatchObject({ code: 1, ran: ['once', 'once'] });
    expect(end.output).toContain(
      'Testpoint: the exit code stays that of the first round, because the last one failed without a failed test.',
    );
    expect(end.output).toContain('  Coverage thresholds, for example, count only the tests that ran again.');
  });

  test('after an interrupted suite, nothing runs again, and its summary does not say so', async () => {
    const { modules, dialect } = mocha('mocha');
    const body = "{ ran('ends'); process.kill(process.pid, 'SIGTERM'); return new Promise(() => {}); }";
    const files = {
      'test/a.js': `${dialect.head}${flaky}test('once', () => flaky('once', 1)); test('ends', () => ${body});`,
    };
    place = new Place(modules, `${MOCHA_RUN} test/a.js`, files, { TMS_REPORT: '1' });
    const end = await place.exec(['--rerun', '2']);
    expect(end).toMatchObject({
      ran: ['ends', 'once'],
      output: expect.stringContaining('Results that exec delivers: 2'),
    });
    expect(end.output).not.toContain('again');
  });

  test('wrong options start nothing', async () => {
    const { modules, script, files, dialect } = mocha('mocha');
    place = new Place(modules, script, files({ flaky: suiteOf(dialect) }), { TMS_REPORT: '1' });
    const number = await place.exec(['--rerun', 'twice']);
    expect(number).toMatchObject({ code: 2, ran: [] });
    expect(number.output).toContain('Give --rerun a whole number, such as 2.');
    const off = await place.exec(['--rerun', '1'], { TMS_REPORT: '0' });
    expect(off).toMatchObject({ code: 2, ran: [] });
    expect(off.output).toContain(
      'Failed tests can run again only if results are recorded. Set TMS_REPORT=true: exec does not see the options of a reporter.',
    );
  });

  test('the service gets one result of each test, from all attempts, and the run completes by itself', async () => {
    const log: string[] = [];
    const ids = ['a.js > once', 'a.js > fine', 'b.js > late', 'b.js > never'];
    server = await startServer({ port: 0, catalog: catalog(ids), log: (line) => log.push(line) });
    const api = "const { attach, step } = require('@testpoint/mocha/api');";
    const head = `const test = it;${api}${flaky}`;
    place = new Place(
      mocha('mocha').modules,
      `node between.js && ${MOCHA_RUN} test/a.js && ${MOCHA_RUN} test/b.js`,
      {
        'between.js': between('flush'),
        'points.json': JSON.stringify(pointsOf(ids)),
        'test/a.js': `${head}
          test('once', async () => {
            await step('before it fails', () => attach('note.txt', 'what happened'));
            await step('knows ' + process.env.TMS_SECRET_KEY, () => flaky('once', 1));
          });
          test('fine', () => ran('fine'));`,
        'test/b.js': `${head}
          test('late', () => flaky('late', 1));
          test('never', () => flaky('never', 9));`,
      },
      {
        ...{ TMS_URL: server.url, TMS_SECRET_KEY: SECRET, TMS_PROJECT_GLOBAL_ID: '1', TMS_TEST_PLAN_GLOBAL_ID: '5' },
        ...{ TMS_TEST_POINTS: 'points.json', TMS_CONFIGURATION_ID: CONFIGURATION, TMS_EXTERNAL_ID: 'path' },
      },
    );
    const end = await place.exec(['--rerun', '2']);
    expect(end.code, end.output).toBe(1);
    expect(end.ran).toEqual(['fine', 'late', 'late', 'never', 'never', 'once', 'once']);
    expect(end.output).toContain('Results that exec delivers: 1');
    expect(end.output).toContain('Testpoint: 1 failed test did not pass on a rerun');
    expect(end.output).not.toContain('the exit code stays');
    const run = /run (\S+) created and started/.exec(end.output)?.[1];
    const held = await heldIn(run);
    expect(held.map(({ autoTestExternalId, outcome }) => `${autoTestExternalId}: ${outcome}`).sort()).toEqual([
      'test/a.js > fine: Passed',
      'test/a.js > once: Passed',
      'test/b.js > late: Passed',
      'test/b.js > never: Failed',
    ]);
    const results = byId(held);
    expect(results.get('test/a.js > once')).toMatchObject({
      message: expect.stringContaining('Flaky: passed on attempt 2 of 2'),
      stepResults: [
        {
          ...{ title: 'Attempt 1 of 2', outcome: 'Failed' },
          stepResults: [
            { title: 'before it fails', attachments: [{}] },
            { title: 'knows ***', outcome: 'Failed' },
          ],
        },
        { title: 'before it fails' },
        { title: 'knows ***', outcome: 'Passed' },
      ],
    });
    expect(log.filter((line) => / [45]\d\d [\d.]+ ms/.test(line))).toEqual([]);
    // Between the rounds, a flush leaves the failed tests alone.
    expect(end.output.match(/is delivering it/g)).toHaveLength(2);
    const withheld = readFileSync(join(place.folder, 'withheld.txt'), 'utf8');
    expect(withheld).toContain('knows ***');
    expect(withheld).not.toContain(SECRET);
  });

  test('if exec is killed in a later round, a flush delivers each result once', async () => {
    server = await startServer({ port: 0, open: true });
    const run = '22222222-2222-4222-8222-222222222222';
    const env = {
      ...{ TMS_URL: server.url, TMS_SECRET_KEY: SECRET, TMS_TEST_RUN_ID: run, TMS_CONFIGURATION_ID: CONFIGURATION },
    };
    const kill = `
      before(() => {
        if (process.env.TESTPOINT_SELECTION === undefined) return;
        process.kill(Number(/-rerun-(\\d+)/.exec(process.env.TESTPOINT_RERUN)[1]), 'SIGKILL');
        process.kill(process.pid, 'SIGKILL');
      });`;
    place = new Place(
      mocha('mocha').modules,
      `${MOCHA_RUN} test`,
      {
        'test/a.js': `const test = it;${notes}${kill}test('red', () => ran('red', true)); test('green', () => ran('green'));`,
      },
      env,
    );
    await place.apart(['exec', '--rerun', '2', '--', ...MOCHA_RUN.split(' '), 'test']);
    const early = (await heldIn(run)).map(({ autoTestExternalId }) => autoTestExternalId);
    expect(early).toEqual(['test/a.js > green']);
    const flushed = await place.cli(['flush']);
    expect(flushed.code, flushed.output).toBe(0);
    const held = await heldIn(run);
    expect(held.map(({ autoTestExternalId, outcome }) => `${autoTestExternalId}: ${outcome}`)).toEqual([
      'test/a.js > green: Passed',
      'test/a.js > red: Failed',
    ]);
    expect(readdirSync(join(place.folder, '.testpoint')).filter((name) => name.includes('-mocha-'))).toEqual([]);
  });
});

/** Every result that the service has got for a run. */
function heldIn(run = ''): Promise<Held[]> {
  return resultsIn({ url: server?.url ?? '', secretKey: SECRET }, run);
}

function pointsOf(ids: readonly string[]) {
  return ids.map((_, index) => ({ configurationGlobalId: 10, testCaseGlobalId: 101 + index }));
}

function catalog(ids: readonly string[]) {
  return {
    users: [{ userName: 'anna', secretKey: SECRET }],
    projects: [{ globalId: 1, name: 'Shop' }],
    configurations: [{ globalId: 10, id: CONFIGURATION, projectGlobalId: 1, name: 'Node' }],
    testCases: ids.map((id, index) => ({
      ...{ globalId: 101 + index, projectGlobalId: 1, name: id, autoTests: [`test/${id}`] },
    })),
    testPlans: [{ globalId: 5, projectGlobalId: 1, name: 'Regression', testPoints: pointsOf(ids) }],
  };
}
