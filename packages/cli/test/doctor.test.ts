import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../core/test/loopback.js';
import { SECRET, Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

let place: Workplace;
let runId: string;
beforeAll(async () => {
  place = await Workplace.open();
  runId = (await place.run(['run', 'create', '--start'])).stdout.trim();
});
afterAll(() => place.close());

describe('doctor', () => {
  test('shows every value with its origin, with secrets masked, and finds no problems', async () => {
    place.write('testpoint.config.json', '{ "concurrency": 7, "redact": ["hush hush"] }');
    const end = await place.run(['doctor'], {
      ...place.env,
      TMS_TEST_RUN_ID: runId,
      HTTPS_PROXY: 'http://me:pw@127.0.0.1:9',
    });
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(end.stdout).toMatch(/ {2}url +http:\/\/127\.0\.0\.1:\d+ +environment TMS_URL\n/);
    expect(end.stdout).toMatch(/ {2}secretKey +\*\*\* +environment TMS_SECRET_KEY\n/);
    expect(end.stdout).toMatch(/ {2}concurrency +7 +file .*testpoint\.config\.json\n/);
    expect(end.stdout).not.toContain('batchSize');
    expect((await place.run(['doctor', '--all'], place.env)).stdout).toMatch(/ {2}batchSize +100 +default\n/);
    expect(end.stdout).toMatch(new RegExp(`\nReady: results go to run ${runId} at http://127\\.0\\.0\\.1:\\d+\\.\n$`));
    expect(end.stdout).toMatch(/✓ credentials +accepted/);
    expect(end.stdout).toMatch(/✓ test cases +.* change nothing: the run already has its test points/);
    expect(end.stdout).toMatch(new RegExp(`✓ run +${runId} is In progress`));
    for (const secret of [SECRET, 'hush', 'me:pw']) expect(end.stdout).not.toContain(secret);
    expect(existsSync(join(place.folder, '.testpoint'))).toBe(false);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a missing key', { TMS_SECRET_KEY: '' }, /✗ settings +reporting is off, TMS_SECRET_KEY is empty/],
    [
      'an empty run, before what a new one lacks',
      { TMS_TEST_RUN_ID: '', TMS_TEST_POINTS: '' },
      /✗ settings +testRunId \(TMS_TEST_RUN_ID is empty\): there is no run to report into\. .*\n +testPoints \(TMS_TEST_POINTS is empty\)/,
    ],
    ['a wrong key', { TMS_SECRET_KEY: 'wrong' }, /✗ credentials .*check TMS_SECRET_KEY[\s\S]*✓ address.*\n✓ clock/],
    ['an address without a service', { TMS_URL: 'http://127.0.0.1:9' }, /✗ address .*No connection to the service/],
    [
      'a proxy that does not exist',
      { HTTP_PROXY: 'http://me:pw@127.0.0.1:9', NO_PROXY: '' },
      /✗ address +No connection to the proxy 127\.0\.0\.1:9 from HTTP_PROXY \(connect ECONNREFUSED/,
    ],
    [
      'an unknown project',
      { TMS_PROJECT_GLOBAL_ID: '42' },
      /✗ project[\s\S]*\? address +answers, but not for project 42/,
    ],
    ['an unknown run', { TMS_TEST_RUN_ID: '00000000-0000-4000-8000-000000000000' }, /✗ run .* is not in the project/],
    [
      'an outbox that can’t be created',
      { TMS_OUTBOX_DIR: 'no/where' },
      /✗ outbox .* can’t be written to: set option outboxDir/,
    ],
    ['a wrong setting', { TMS_TEST_RUN_ID: 'mine' }, /✗ settings +testRunId \(environment TMS_TEST_RUN_ID\)/],
  ])('reports %s', async (_what, env, message) => {
    const end = await place.run(['doctor'], { ...place.env, ...env });
    expect(end.stdout).toMatch(message);
    expect(end.code).toBe(1);
  });

  test('a run that is over, and one that can’t be looked up', async () => {
    const id = (await place.run(['run', 'create', '--start'])).stdout.trim();
    await place.run(['run', 'complete', id]);
    const env = { ...place.env, TMS_TEST_RUN_ID: id };
    const { stdout } = await place.run(['doctor'], env);
    expect(stdout).toContain(`${id} is Completed: start it again, or report into another run`);
    const other = await place.run(['doctor'], { ...env, TMS_PROJECT_GLOBAL_ID: '' });
    expect(other.stdout).toContain(`${id} can be looked up only with projectGlobalId: set TMS_PROJECT_GLOBAL_ID`);
  });

  test('a wrong option that takes its default is named, and is no problem', async () => {
    const end = await place.run(['doctor'], { ...place.env, TMS_TEST_RUN_ID: runId, TMS_BATCH_SIZE: '0' });
    expect(end.stdout).toMatch(/\? settings +batchSize \(environment TMS_BATCH_SIZE\) is ignored: "0" is not allowed/);
    expect(end.code).toBe(0);
  });

  test('with a report and an empty key, only the report is made', async () => {
    const end = await place.run(['doctor'], { ...place.env, TMS_SECRET_KEY: '', TMS_REPORT: '1' });
    expect(end.stdout).toMatch(/\? settings +report only: TMS_SECRET_KEY is empty\n/);
    expect(end.stdout).toMatch(/\nReady: the report goes to testpoint-report\.\n$/);
    expect(end.code).toBe(0);
  });

  test('an address that redirects is not a service', async () => {
    const gate = await startHttp((_request, response) =>
      response.writeHead(302, { Location: '/login', 'Content-Type': 'application/json' }).end('{"message":"Found"}'),
    );
    const end = await place.run(['doctor'], { ...place.env, TMS_URL: gate.url });
    await gate.close();
    expect(end.code).toBe(1);
    expect(end.stdout).toMatch(/✗ address +The address redirects to \/login \(HTTP 302\)/);
  });

  test('an address that answers 404 to everything is not a service, and the right one is named', async () => {
    const end = await place.run(['doctor'], { ...place.env, TMS_URL: `${place.env.TMS_URL}/api/v2` });
    expect(end.code).toBe(1);
    expect(end.stdout).toMatch(
      /✗ address +this address answers 404 to everything: check TMS_URL\. The service answers at http:\/\/127\.0\.0\.1:\d+\n/,
    );
    expect(end.stdout).not.toContain('accepted');
  });

  test('a web page that answers 404 to everything', async () => {
    const gate = await startHttp((_request, response) =>
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>'),
    );
    const end = await place.run(['doctor'], { ...place.env, TMS_URL: gate.url });
    await gate.close();
    expect(end.stdout).toMatch(/✗ address/);
    expect(end.stdout).not.toContain('accepted');
  });

  test('a report without a service', async () => {
    const end = await place.run(['doctor'], { TMS_REPORT: '1' });
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(end.stdout).toMatch(
      /there is no package\.json in .*, so the suite is not checked: pass its folder with --root/,
    );
    expect(end.stdout).toMatch(/Ready: the report goes to testpoint-report\.\n$/);
  });

  test('--json prints settings and checks as JSON', async () => {
    const { stdout } = await place.run(['doctor', '--json']);
    const { settings, checks } = JSON.parse(stdout);
    expect(settings).toContainEqual({ key: 'secretKey', value: '***', origin: 'environment TMS_SECRET_KEY' });
    expect(checks).toContainEqual({ what: 'credentials', ok: true, detail: 'accepted' });
  });
});

describe('catalog', () => {
  test('prints each test once, as a table or as JSON, and needs no settings', async () => {
    for (let n = 0; n < 2; n++) await suiteInProcess([2], { ...place.env, TMS_TEST_RUN_ID: runId }, place.folder);
    const end = await place.run(['catalog'], {});
    expect(end.stdout.split('\n')).toEqual([
      expect.stringMatching(/^EXTERNAL ID +FILE +TITLE$/),
      expect.stringMatching(/^suite\.test\.mjs > suite > test 1 {2}suite\.test\.mjs:1 {2}suite > test 1$/),
      expect.stringMatching(/^suite\.test\.mjs > suite > test 2 {2}suite\.test\.mjs:2 {2}suite > test 2$/),
      '',
    ]);
    expect(JSON.parse((await place.run(['catalog', '--json', '.testpoint'], {})).stdout)).toEqual([
      {
        externalId: 'suite.test.mjs > suite > test 1',
        titlePath: ['suite', 'test 1'],
        file: 'suite.test.mjs',
        line: 1,
      },
      {
        externalId: 'suite.test.mjs > suite > test 2',
        titlePath: ['suite', 'test 2'],
        file: 'suite.test.mjs',
        line: 2,
      },
    ]);
  });

  test('without a catalog, says how to get one', async () => {
    const end = await place.run(['catalog', 'nowhere'], {});
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(/run the suite with reporting on/);
  });
});
