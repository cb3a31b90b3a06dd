import type { RequestListener, ServerResponse } from 'node:http';
import type { Bench, Environment } from '../bench.js';
import { asRow, type Chapter, type Scenario, type ShortRow } from '../scenario.js';
import { deliveryElsewhere } from './elsewhere/delivery.js';
import { GUID } from './given.js';

const GIVEN_RUN = { TMS_TEST_RUN_ID: GUID, TMS_PROJECT_GLOBAL_ID: '', TMS_CLOSE_TIMEOUT: '3000' };

/** A suite of two tests that reports to the reference server. */
function suite(env: Environment, ...rows: ShortRow[]): Scenario {
  return { rows: rows.map(asRow), print: (bench) => bench.suite(2, { env }) };
}

/** A suite of two tests that reports into a given run, to a service with scripted answers. */
function against(answer: RequestListener, ...rows: ShortRow[]): Scenario {
  return {
    rows: rows.map(asRow),
    print: async (bench: Bench) => bench.suite(2, { env: { ...GIVEN_RUN, TMS_URL: await bench.service(answer) } }),
  };
}

const always =
  (status: number, headers: Record<string, string> = {}, body = '{}'): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

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
  elsewhere: deliveryElsewhere,
  scenarios: [
    suite({ TMS_SECRET_KEY: 'd3Jvbmc=' }, [
      'the key is wrong',
      "2 results not delivered: the run can't be created. The service does not accept the credentials (HTTP 401): check TMS_SECRET_KEY and TMS_USER_NAME. The service says: The credentials are wrong.",
    ]),
    against(always(403), [
      'the user lacks a permission',
      'This user is not permitted to do that (HTTP 403): check TMS_SECRET_KEY and TMS_USER_NAME.',
    ]),
    suite({ TMS_TEST_RUN_ID: GUID }, [
      'the run does not exist',
      "2 results not delivered: the run can't be started. The service has no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL). The service says: There is no test run …",
    ]),
    suite({ TMS_PROJECT_GLOBAL_ID: '9' }, [
      'the project does not exist',
      "the run can't be created. The service has no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).",
    ]),
    {
      print: (bench) =>
        bench.suite(2, { files: { 'points.json': '[{"configurationGlobalId":10,"testCaseGlobalId":999}]' } }),
      rows: [
        {
          when: 'a test point is not in the plan',
          says: "2 results not delivered: the run can't be created. The service refused the request (HTTP 400). The service says: … configuration 10 with test case 999 is not a test point of plan 5",
          isFact: true,
        },
      ],
      never: ['no test point of plan 5; '],
    },
    suite({ TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }, [
      "testPoints: 'from-tests', and no test names a test case",
      '2 results not delivered: no test names its test case, so the run would be empty: call testCase(…), or tag tests with @tc:…',
    ]),
    suite(
      { TMS_CONFIGURATION_ID: GUID },
      ['no result matches the run’s test points', '2 results set aside: their tests are not in the run'],
      [
        'no result matches, so the configuration may be wrong',
        `If the ids are right, check configurationId (TMS_CONFIGURATION_ID): they were sent with ${GUID}.`,
      ],
      [
        'results were set aside',
        'Compare with npx testpoint catalog; deliver later with npx testpoint flush .testpoint/…',
      ],
    ),
    {
      print: (bench) => bench.suite(250, { env: { TMS_CONFIGURATION_ID: GUID } }),
      rows: [
        {
          when: 'none of the first 200 results matches',
          says: `The run has none of these … ids with configuration ${GUID}: check configurationId (TMS_CONFIGURATION_ID), and compare the ids with \`testpoint catalog\``,
        },
      ],
    },
    suite(
      { TMS_CREATE_RUN: '0' },
      ['a shard without a run', '2 results waiting in the outbox: there is no run. Create one for all shards first:'],
      [
        'a shard without a run: the command that creates one',
        'TMS_TEST_RUN_ID=$(npx testpoint run create) && export TMS_TEST_RUN_ID',
        undefined,
        {
          pieces: [
            'TMS_TEST_RUN_ID=$(…) && export TMS_TEST_RUN_ID',
            'npx testpoint run create…',
            '$env:TMS_TEST_RUN_ID = npx testpoint run create  # PowerShell',
            "for /f %i in ('npx testpoint run create') do set TMS_TEST_RUN_ID=%i& rem cmd",
          ],
        },
      ],
    ),
    suite({ TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' }, [
      'a report, but no key',
      'Testpoint  report only: no secret key',
      'fact',
    ]),
    suite(
      { TMS_API: 'v3', TMS_ON_UNDELIVERED: 'fail' },
      ['the settings are wrong', 'Testpoint: not reporting, the settings are wrong', 'fact'],
      [
        "the end of a run with wrong settings and onUndelivered: 'fail'",
        "nothing was reported, the settings are wrong. That fails the run (onUndelivered: 'fail')",
        'fact',
      ],
    ),
    suite({ TMS_OUTBOX_DIR: '/dev/null/testpoint' }, [
      'the outbox can’t be created',
      "Testpoint can't write to the outbox (ENOTDIR: … '/dev/null/testpoint'), so results are kept in …. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.",
    ]),
    suite({ TMS_URL: 'http://127.0.0.1:9' }, [
      'nothing listens at the address',
      '2 results not delivered: No connection to the service (connect ECONNREFUSED 127.0.0.1:9): check the url and the network.',
    ]),
    against(always(503), [
      'the service fails',
      "2 results not delivered: …The service can't answer right now (HTTP 503).",
      'fact',
    ]),
    against(always(429, { 'Retry-After': '3600' }), [
      'the service asks for a pause',
      '2 results not delivered: the service asks us to wait until … (Retry-After)',
      'fact',
    ]),
    against(() => {}, [
      'the service does not answer in time',
      '2 results not delivered: closeTimeout (3000 ms) is over: the service is slow or does not answer. If it is slow, raise closeTimeout',
    ]),
    against(always(302, { Location: 'https://login.example.com/?token=1' }), [
      'the address redirects',
      'The address redirects to https://login.example.com/ (HTTP 302). Testpoint does not follow redirects: set the url (TMS_URL) to the service itself.',
    ]),
    against(always(200, { 'Content-Type': 'text/html' }, '<html><title>Log in</title></html>'), [
      'a login page answers',
      'A web page (“Log in”) answered instead of the service (HTTP 200): check the url, and any proxy or login page in front of the service.',
      undefined,
      { pieces: ['a web page without a title'] },
    ]),
    against(always(404, { 'Content-Type': 'text/html' }, '<html><title>Not here</title></html>'), [
      'a web server answers that it has no such page',
      'A web page (“Not here”) answered instead of the service (HTTP 404): check the url, and any proxy or login page in front of the service.',
    ]),
    against(
      toResults(400),
      ['the service refuses results', '2 results refused by the service', 'fact'],
      [
        'a refused result, with the service’s reason',
        'suite.test.mjs > suite > test 1: Outcome is wrong.',
        'fact',
        {
          pieces: [
            'its body in the journal is not a result (…)',
            'it has no configuration: set …TMS_CONFIGURATION_ID',
            'it has no configuration: set globalId in configurations, or TMS_CONFIGURATION_GLOBAL_ID',
          ],
        },
      ],
    ),
    against(toResults(409), [
      'the run is over',
      'The run accepts no results (HTTP 409): start it again, or name another run. The service says: Outcome is wrong.',
    ]),
    against(toResults(413, ''), [
      'a single result is too large for the service',
      'suite.test.mjs > suite > test 1: Request too large for the service (HTTP 413).',
      'fact',
    ]),
    {
      print: async (bench) =>
        bench.suite(2, { env: { TMS_URL: await bench.service(always(200, {}, '{"run":"new"}')) } }),
      rows: [
        {
          when: 'the service creates a run, but returns no id',
          says: 'The service accepted the request, but its answer has no GUID: “{"run":"new"}”. Check that the url is the service\'s.',
          pieces: ['is too long to hold a'],
        },
      ],
    },
    {
      print: async (bench) => bench.suite(2, { env: { HTTP_PROXY: '://', TMS_URL: 'http://tms.example.com' } }),
      rows: [
        {
          when: 'the proxy variable is not an address',
          says: 'The proxy variable HTTP_PROXY does not contain an address.): check the url and the network.',
        },
      ],
    },
    against(always(407), [
      'the proxy wants a password',
      'A proxy asks for credentials (HTTP 407): put them in the proxy variable (HTTPS_PROXY, HTTP_PROXY), as in http://user:password@host:port.',
    ]),
    against(brokenOff, [
      'the connection is lost',
      'The connection broke before the answer was complete.',
      'fact',
      { todo: 'Testpoint tries again. Check the network and proxies on the way to the service.' },
    ]),
    against(toResults(200, 'a'.repeat(5_000)), [
      'something other than the service answers',
      "The answer is neither JSON nor a short text (HTTP 200), so Testpoint can't tell whether the service did what was asked: check the url, and any proxy in front of the service. It begins: …",
      undefined,
      {
        pieces: [
          "The answer … (HTTP …), so Testpoint can't tell whether the service did what was asked: check the url, and any proxy in front of the service.…",
          ...['did not end in time', 'is far too long', 'is neither JSON nor a short text'],
        ],
      },
    ]),
    suite(
      {
        ...{ TMS_OUTBOX_DIR: '/dev/null/testpoint', TMPDIR: '/dev/null/nowhere' },
        ...{ TMS_URL: 'http://127.0.0.1:9', TMS_REPORT: '1' },
      },
      [
        'no folder can be written to at all',
        "Testpoint can't write to the outbox (…), so results are delivered from memory only. Set outboxDir (TMS_OUTBOX_DIR) to a writable folder.",
      ],
      [
        'no folder can be written to, and the service can’t be reached',
        'They were only in memory, and are lost.',
        'fact',
        { todo: 'Set outboxDir (TMS_OUTBOX_DIR), and run the suite again.' },
      ],
      [
        'a report was requested, but no folder can be written to',
        'No report: the results could not be stored',
        'fact',
        { todo: 'Set outboxDir (TMS_OUTBOX_DIR).' },
      ],
    ),
  ],
};
