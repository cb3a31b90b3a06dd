import type { RequestListener, ServerResponse } from 'node:http';
import { type Chapter, causes, fact } from '../scenario.js';
import { against, always, GUID, NO_RUN, suite, UNREACHABLE, WRONG_KEY } from './causes.js';
import { deliveryElsewhere } from './elsewhere/delivery.js';

/** Accepts everything except results. */
const toResults =
  (status: number, body = '{"detail":"Outcome is wrong."}'): RequestListener =>
  ({ url }, response) =>
    url?.endsWith('/testResults') ? void response.writeHead(status).end(body) : taken(response);

function taken(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: GUID }));
}

/** An answer that is cut off. */
const brokenOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{', () => response.destroy());
};

export const delivery: Chapter = {
  title: 'Runs and delivery',
  elsewhere: [deliveryElsewhere],
  scenarios: [
    causes(suite({ TMS_SECRET_KEY: 'd3Jvbmc=' }), {
      'the key is wrong': `2 results not delivered: the run can't be created. ${WRONG_KEY}`,
    }),
    causes(against(always(403)), {
      'the user lacks a permission':
        'This user is not permitted to do that (HTTP 403): check TMS_SECRET_KEY and TMS_USER_NAME.',
    }),
    causes(suite({ TMS_TEST_RUN_ID: GUID }), {
      'the run does not exist': `2 results not delivered: the run can't be started. ${NO_RUN} The service says: There is no test run …`,
    }),
    causes(suite({ TMS_PROJECT_GLOBAL_ID: '9' }), {
      'the project does not exist':
        "the run can't be created. The service has no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).",
    }),
    causes(
      suite({}, { 'points.json': '[{"configurationGlobalId":10,"testCaseGlobalId":999}]' }),
      {
        'a test point is not in the plan': fact(
          "2 results not delivered: the run can't be created. The service refused the request (HTTP 400). The service says: … configuration 10 with test case 999 is not a test point of plan 5",
        ),
      },
      ['no test point of plan 5; '],
    ),
    causes(suite({ TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }), {
      "testPoints: 'from-tests', and no test names a test case":
        '2 results not delivered: no test names its test case, so the run would be empty: call testCase(…), or tag tests with @tc:…',
    }),
    causes(suite({ TMS_CONFIGURATION_ID: GUID }), {
      'no result matches the run’s test points': '2 results set aside: their tests are not in the run',
      'no result matches, so the configuration may be wrong': `If the ids are right, check configurationId (TMS_CONFIGURATION_ID): they were sent with ${GUID}.`,
      'results were set aside':
        'Compare with npx testpoint catalog; deliver later with npx testpoint flush .testpoint/…',
    }),
    causes((bench) => bench.suite(250, { env: { TMS_CONFIGURATION_ID: GUID } }), {
      'none of the first 200 results matches': `The run has none of these … ids with configuration ${GUID}: check configurationId (TMS_CONFIGURATION_ID), and compare the ids with \`testpoint catalog\``,
    }),
    causes(suite({ TMS_CREATE_RUN: '0' }), {
      'a shard without a run': '2 results waiting in the outbox: there is no run. Create one for all shards first:',
      'a shard without a run: the command that creates one': {
        says: 'TMS_TEST_RUN_ID=$(npx testpoint run create) && export TMS_TEST_RUN_ID',
        pieces: [
          '$env:TMS_TEST_RUN_ID = npx testpoint run create  # PowerShell',
          "for /f %i in ('npx testpoint run create') do set TMS_TEST_RUN_ID=%i& rem cmd",
        ],
      },
    }),
    causes(suite({ TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' }), {
      'a report, but no key': fact('Testpoint  report only: TMS_SECRET_KEY is empty', 'no secret key'),
    }),
    causes(
      suite({ TMS_CONFIGURATION_ID: '' }, { 'testpoint.config.json': `{"configurations":{"web":{"id":"${GUID}"}}}` }),
      {
        'a test’s project has no configuration':
          '2 results not delivered: no configuration is known: set …TMS_CONFIGURATION_ID',
      },
    ),
    causes(suite({ TMS_EXTERNAL_ID: 'name', TMS_ON_UNDELIVERED: 'fail' }), {
      'settings that decide what is recorded are wrong': fact('Testpoint: not reporting, the settings are wrong'),
      "the end of such a run, with onUndelivered: 'fail'": fact(
        "nothing was reported, the settings are wrong. That fails the run (onUndelivered: 'fail')",
      ),
    }),
    causes(suite({ TMS_API: 'v3' }), {
      'settings that delivery needs are wrong or missing': fact(
        'Testpoint: results are recorded, but not delivered: the settings are wrong',
      ),
      'the end of such a run': fact('2 results not delivered: the settings are wrong'),
      'such a run: what delivers its results':
        '    Once they are right, deliver with: npx testpoint flush .testpoint/…',
    }),
    causes(suite({ TMS_OUTBOX_DIR: '/dev/null/testpoint' }), {
      'the outbox can’t be created':
        "Testpoint can't write to the outbox (ENOTDIR: … '/dev/null/testpoint'), so results are kept in …. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.",
    }),
    causes(suite(UNREACHABLE), {
      'nothing listens at the address':
        '2 results not delivered: No connection to the service (connect ECONNREFUSED 127.0.0.1:9): check the url and the network.',
    }),
    causes(against(always(503)), {
      'the service fails': fact("2 results not delivered: …The service can't answer right now (HTTP 503)."),
    }),
    causes(against(always(429, { 'Retry-After': '3600' })), {
      'the service asks for a pause': fact(
        '2 results not delivered: the service asks us to wait until … (Retry-After)',
      ),
    }),
    causes(
      against(() => {}),
      {
        'the service does not answer in time':
          '2 results not delivered: closeTimeout (3000 ms) is over: the service is slow or does not answer. If it is slow, raise closeTimeout',
      },
    ),
    causes(against(always(302, { Location: 'https://login.example.com/?token=1' })), {
      'the address redirects':
        'The address redirects to https://login.example.com/ (HTTP 302). Testpoint does not follow redirects: set the url (TMS_URL) to the service itself.',
    }),
    causes(against(always(200, { 'Content-Type': 'text/html' }, '<html><title>Log in</title></html>')), {
      'a login page answers': {
        says: 'A web page (“Log in”) answered instead of the service (HTTP 200): check the url, and any proxy or login page in front of the service.',
        pieces: ['a web page without a title'],
      },
    }),
    causes(against(always(404, { 'Content-Type': 'text/html' }, '<html><title>Not here</title></html>')), {
      'a web server answers that it has no such page':
        'A web page (“Not here”) answered instead of the service (HTTP 404): check the url, and any proxy or login page in front of the service.',
    }),
    causes(against(toResults(400)), {
      'the service refuses results': fact('2 results refused by the service'),
      'a refused result, with the service’s reason': fact(
        'suite.test.mjs > suite > test 1: Outcome is wrong.',
        'its body in the journal is not a result (…)',
      ),
    }),
    causes(against(toResults(409)), {
      'the run is over':
        'The run accepts no results (HTTP 409): start it again with npx testpoint run start …, or name another run. The service says: Outcome is wrong.',
    }),
    causes(against(toResults(413, '')), {
      'a single result is too large for the service': fact(
        'suite.test.mjs > suite > test 1: Request too large for the service (HTTP 413).',
      ),
    }),
    causes(against(always(200, {}, '{"run":"new"}'), {}), {
      'the service creates a run, but returns no id': {
        says: 'The service accepted the request, but its answer has no GUID: “{"run":"new"}”. Check that the url is the service\'s.',
        pieces: ['is too long to hold a'],
      },
    }),
    causes(suite({ HTTP_PROXY: '://', TMS_URL: 'http://tms.example.com' }), {
      'the proxy variable contains something else, such as a SOCKS proxy, or a password with a plain %':
        'HTTP_PROXY does not contain the address of an HTTP proxy, such as http://user:p%40ss@host:3128: correct it, or bypass the proxy with NO_PROXY.',
    }),
    causes(against(always(407)), {
      'the proxy wants a password':
        'A proxy asks for credentials (HTTP 407): put them in the proxy variable (HTTPS_PROXY, HTTP_PROXY), as in http://user:password@host:port.',
    }),
    causes(against(brokenOff), {
      'the connection is lost': {
        says: 'The connection broke before the answer was complete.',
        todo: 'Testpoint tries again. Check the network and proxies on the way to the service.',
      },
    }),
    causes(against(toResults(200, 'a'.repeat(5_000))), {
      'something other than the service answers': {
        says: "The answer is neither JSON nor a short text (HTTP 200), so Testpoint can't tell whether the service did what was asked: check the url, and any proxy in front of the service. It begins: …",
        pieces: ['did not end in time', 'is far too long'],
      },
    }),
    causes(
      suite({
        ...{ TMS_OUTBOX_DIR: '/dev/null/testpoint', TMPDIR: '/dev/null/nowhere', TMS_REPORT: '1' },
        ...UNREACHABLE,
      }),
      {
        'no folder can be written to at all':
          "Testpoint can't write to the outbox (…), so results are delivered from memory only. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.",
        'no folder can be written to, and the service can’t be reached': {
          says: 'They were only in memory, and are lost.',
          todo: 'Set outboxDir (TMS_OUTBOX_DIR), and run the suite again.',
        },
        'a report was requested, but no folder can be written to': {
          says: 'No report: the results could not be stored',
          todo: 'Set outboxDir (TMS_OUTBOX_DIR).',
        },
      },
    ),
  ],
};
