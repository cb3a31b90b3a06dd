import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, listen } from '../../core/test/loopback.js';
import { ended, SUITE, startIn, TEST_POINTS, Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

/** What goes wrong for users, and by what they recognize it. */

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const UNREACHABLE = { TMS_URL: 'http://127.0.0.1:9' };
/** In each of our folders, this is a file. */
const NO_FOLDER = 'points.json';
const GIVEN_RUN = { TMS_TEST_RUN_ID: GUID, TMS_PROJECT_GLOBAL_ID: '', TMS_CLOSE_TIMEOUT: '3000' };

let workplace: Workplace;
const services: Loopback[] = [];

beforeAll(async () => {
  workplace = await Workplace.open();
});
afterAll(() => Promise.all([workplace, ...services].map((server) => server.close())));

type Environment = Record<string, string>;

/** Variables that only a process of its own sees, or at whose end it prints something. */
const OF_PROCESS = ['TMPDIR', 'HTTP_PROXY', 'TMS_ON_UNDELIVERED'];

/** Runs a suite in a folder with these files. @returns what it prints */
async function output(env: Environment, files: Environment, tests: number): Promise<string> {
  const folder = join(workplace.folder, `${Math.random()}`);
  for (const [name, content] of Object.entries({ 'points.json': JSON.stringify(TEST_POINTS), ...files })) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const variables = { ...workplace.env, ...env };
  if (!OF_PROCESS.some((name) => name in env)) return suiteInProcess([tests], variables, folder);
  return (await ended(startIn(folder, process.execPath, [SUITE, String(tests), 'close'], variables))).output;
}

/** A service with the same answer to every request, or to each with results. */
function always(status: number, headers: Environment = {}, body = '{}'): RequestListener {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

function toResults(status: number, body = '{"detail":"Outcome is wrong."}'): RequestListener {
  const taken = always(200, { 'Content-Type': 'application/json' }, JSON.stringify({ id: GUID }));
  return (request, response) =>
    request.url?.endsWith('/testResults') ? void response.writeHead(status).end(body) : taken(request, response);
}

const brokenOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{', () => response.destroy());
};

const page = (title: string) => [{ 'Content-Type': 'text/html' }, `<html><title>${title}</title></html>`] as const;

async function expectAll(printed: Promise<string>, texts: readonly string[]): Promise<void> {
  const words = await printed;
  for (const text of texts) expect(words).toContain(text);
}

describe('a suite', () => {
  test.concurrent.each<[string, Environment, string[], Environment?, number?]>([
    ['with a wrong key', { TMS_SECRET_KEY: 'd3Jvbmc=' }, ['(HTTP 401): check TMS_SECRET_KEY and TMS_USER_NAME.']],
    [
      'without its run',
      { TMS_TEST_RUN_ID: GUID },
      ["2 results not delivered: the run can't be started. ", 'The service says: There is no test run '],
    ],
    [
      'without its project',
      { TMS_PROJECT_GLOBAL_ID: '9' },
      ['no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID)'],
    ],
    [
      'with a test point that is not in the plan',
      {},
      ['configuration 10 with test case 999 is not a test point of plan 5'],
      { 'points.json': '[{"configurationGlobalId":10,"testCaseGlobalId":999}]' },
    ],
    [
      'whose tests name no test case',
      { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' },
      ['call testCase(…), or tag tests with @tc:…'],
    ],
    [
      'with a wrong configuration',
      { TMS_CONFIGURATION_ID: GUID },
      [
        '2 results set aside: their tests are not in the run',
        `check configurationId (TMS_CONFIGURATION_ID): they were sent with ${GUID}.`,
        'Compare with npx testpoint catalog; deliver later with npx testpoint flush .testpoint/',
      ],
    ],
    [
      'with 250 results and a wrong configuration',
      { TMS_CONFIGURATION_ID: GUID },
      ['The run has none of these', 'and compare the ids with `testpoint catalog`'],
      {},
      250,
    ],
    [
      'of a shard without a run',
      { TMS_CREATE_RUN: '0' },
      [
        '2 results waiting in the outbox: there is no run. Create one for all shards first:',
        'npx testpoint run create',
      ],
    ],
    [
      'with a report and no key',
      { TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' },
      ['Testpoint  report only: TMS_SECRET_KEY is empty'],
    ],
    [
      'without a configuration for its project',
      { TMS_CONFIGURATION_ID: '' },
      ['2 results not delivered: no configuration is known: set '],
      { 'testpoint.config.json': `{"configurations":{"web":{"id":"${GUID}"}}}` },
    ],
    [
      'with settings that stop recording',
      { TMS_EXTERNAL_ID: 'name', TMS_ON_UNDELIVERED: 'fail' },
      ['Testpoint: not reporting, the settings are wrong', "That fails the run (onUndelivered: 'fail')"],
    ],
    [
      'with settings that stop delivery',
      { TMS_API: 'v3' },
      [
        'Testpoint: results are recorded, but not delivered: the settings are wrong',
        'Once they are right, deliver with: npx testpoint flush .testpoint/',
      ],
    ],
    [
      'without a place for its outbox',
      { TMS_OUTBOX_DIR: NO_FOLDER },
      [
        "Testpoint can't write to the outbox (",
        '), so results are kept in ',
        'Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.',
      ],
    ],
    [
      'without any place to write to',
      {
        ...UNREACHABLE,
        TMS_OUTBOX_DIR: NO_FOLDER,
        TMPDIR: NO_FOLDER,
        TEMP: NO_FOLDER,
        TMP: NO_FOLDER,
        TMS_REPORT: '1',
      },
      [
        'so results are delivered from memory only. Set outboxDir',
        'They were only in memory, and are lost.',
        'No report: the results could not be stored',
      ],
    ],
    ['without a service', UNREACHABLE, ['(connect ECONNREFUSED 127.0.0.1:9): check the url and the network.']],
    [
      'with a wrong proxy variable',
      { HTTP_PROXY: '://', TMS_URL: 'http://tms.example.com' },
      ['HTTP_PROXY does not contain the address of an HTTP proxy'],
    ],
  ])('%s', (_what, env, texts, files = {}, tests = 2) => expectAll(output(env, files, tests), texts));

  test.concurrent.each<[string, RequestListener, string, Environment?]>([
    ['refuses the user', always(403), 'not permitted to do that (HTTP 403): check TMS_SECRET_KEY'],
    ['fails', always(503), "The service can't answer right now (HTTP 503)."],
    ['asks for a pause', always(429, { 'Retry-After': '3600' }), 'the service asks us to wait until '],
    ['never answers', () => {}, 'closeTimeout (3000 ms) is over: the service is slow or does not answer.'],
    [
      'redirects',
      always(302, { Location: 'https://login.example.com/?token=1' }),
      'The address redirects to https://login.example.com/ (HTTP 302).',
    ],
    ['is a login page', always(200, ...page('Log in')), 'A web page (“Log in”) answered instead'],
    ['has no such page', always(404, ...page('Not here')), 'A web page (“Not here”) answered instead'],
    ['refuses results', toResults(400), 'suite.test.mjs > suite > test 1: Outcome is wrong.'],
    ['has ended the run', toResults(409), 'The run accepts no results (HTTP 409): start it again with npx testpoint'],
    ['takes no large results', toResults(413, ''), 'test 1: Request too large for the service (HTTP 413).'],
    ['returns no id', always(200, {}, '{"run":"new"}'), 'its answer has no GUID: “{"run":"new"}”. Check that', {}],
    ['is a proxy that wants a password', always(407), 'A proxy asks for credentials (HTTP 407): put them in'],
    ['loses the connection', brokenOff, 'The connection broke before the answer was complete.'],
    ['is something else', toResults(200, 'a'.repeat(5_000)), 'is neither JSON nor a short text (HTTP 200)'],
  ])('whose service %s', async (_what, answer, text, env = GIVEN_RUN) => {
    const server = createServer(answer);
    const service = await listen(server, () => server.closeAllConnections());
    services.push(service);
    await expectAll(output({ ...env, TMS_URL: service.url }, {}, 2), [text]);
  });
});
