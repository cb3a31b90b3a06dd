import type { RequestListener, ServerResponse } from 'node:http';
import type { Bench, Environment } from '../bench.js';
import { asRow, type Chapter, type Scenario, type Told } from '../scenario.js';
import { deliveryElsewhere } from './elsewhere.js';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const GIVEN_RUN = { TMS_TEST_RUN_ID: GUID, TMS_PROJECT_GLOBAL_ID: '', TMS_CLOSE_TIMEOUT: '3000' };

/** A suite of two tests that reports to the reference server. */
function suite(env: Environment, ...rows: Told[]): Scenario {
  return { rows: rows.map(asRow), print: (bench) => bench.suite(2, { env }) };
}

/** The same into a given run of a service that answers as it is told. */
function against(answer: RequestListener, ...rows: Told[]): Scenario {
  return {
    rows: rows.map(asRow),
    print: async (bench: Bench) => bench.suite(2, { env: { ...GIVEN_RUN, TMS_URL: await bench.service(answer) } }),
  };
}

const always =
  (status: number, headers: Record<string, string> = {}, body = '{}'): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Takes everything but results. */
const toResults =
  (status: number, body = '{"detail":"Outcome is wrong."}'): RequestListener =>
  ({ url }, response) =>
    url?.endsWith('/testResults') ? void response.writeHead(status).end(body) : taken(response);

function taken(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: GUID }));
}

/** An answer that ends before it is whole. */
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
      'the key’s owner may not do this',
      'The service does not allow this to the key’s owner (HTTP 403): check TMS_SECRET_KEY and TMS_USER_NAME.',
    ]),
    suite({ TMS_TEST_RUN_ID: GUID }, [
      'the run is not there',
      "2 results not delivered: the run can't be started. The service knows no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL). The service says: There is no test run …",
    ]),
    suite({ TMS_PROJECT_GLOBAL_ID: '9' }, [
      'the project is not there',
      "the run can't be created. The service knows no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).",
    ]),
    {
      print: (bench) =>
        bench.suite(2, { files: { 'points.json': '[{"configurationGlobalId":10,"testCaseGlobalId":999}]' } }),
      rows: [
        {
          when: 'a test point is not in the plan',
          says: "2 results not delivered: the run can't be created. The service refuses this (HTTP 400). The service says: … configuration 10 with test case 999 is no test point of plan 5",
          isFact: true,
        },
      ],
      never: ['no test point of plan 5; '],
    },
    suite({ TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }, [
      "testPoints: 'from-tests', and no test names a test case",
      '2 results not delivered: no test names its test case, so there is nothing to create a run of: use testCase(…) or @tc:…',
    ]),
    suite(
      { TMS_CONFIGURATION_ID: GUID },
      ['nothing matches the run’s test points', "2 results set aside: not among the run's test points"],
      [
        'the configuration may be wrong',
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
          when: 'not one of the first 200 results matches',
          says: `None of … ids is in the run with the configuration ${GUID}: check configurationId (TMS_CONFIGURATION_ID), and compare the ids with \`testpoint catalog\``,
        },
      ],
    },
    suite(
      { TMS_CREATE_RUN: '0' },
      [
        'a shard was given no run',
        '2 results wait in the outbox, since no run was given. Make one for all shards first:',
      ],
      ['how to make one', 'export $(npx testpoint run create --env)'],
    ),
    suite({ TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' }, [
      'there is no key, and a report is asked for',
      'Testpoint  report only: no secret key',
      'fact',
    ]),
    suite(
      { TMS_FINISH: 'soon', TMS_ON_UNDELIVERED: 'fail' },
      ['the settings are wrong', 'Testpoint: not reporting, the settings are wrong', 'fact'],
      [
        'the end of such a run',
        "nothing was reported, the settings are wrong. That fails the run (onUndelivered: 'fail')",
        'fact',
      ],
    ),
    suite({ TMS_OUTBOX_DIR: '/proc/testpoint' }, [
      'the outbox can’t be made',
      "The outbox can't be written to (ENOENT: … '/proc/testpoint'); results are kept in …. Set outboxDir (TMS_OUTBOX_DIR) to a folder that can be.",
    ]),
    suite({ TMS_URL: 'http://127.0.0.1:9' }, [
      'nobody listens at the address',
      '2 results not delivered: No connection to the service (connect ECONNREFUSED 127.0.0.1:9): check the url and the network.',
    ]),
    against(always(503), [
      'the service fails',
      "2 results not delivered: …The service can't answer now (HTTP 503); it is asked again later.",
      'fact',
    ]),
    against(always(429, { 'Retry-After': '3600' }), [
      'the service wants to be left alone',
      '2 results not delivered: the service asks us to wait until … (Retry-After)',
      'fact',
    ]),
    against(() => {}, [
      'the service does not answer in time',
      '2 results not delivered: closeTimeout is over (3000 ms): the service is slow, or does not answer; where it is slow, raise closeTimeout',
    ]),
    against(always(302, { Location: 'https://login.example.com/?token=1' }), [
      'the address redirects',
      'The address redirects to https://login.example.com/ (HTTP 302), which is not followed: set the url (TMS_URL) to the service itself.',
    ]),
    against(always(200, { 'Content-Type': 'text/html' }, '<html><title>Log in</title></html>'), [
      'a login page answers',
      'A web page (“Log in”) answered instead of the service (HTTP 200): check the url, and proxies or login pages before it.',
      undefined,
      { pieces: ['a web page without a title'] },
    ]),
    against(
      toResults(400),
      ['the service refuses results', '2 results refused by the service', 'fact'],
      [
        'the reason of each',
        'suite.test.mjs > suite > test 1: Outcome is wrong.',
        'fact',
        {
          pieces: [
            'its body in the journal is not a result (…)',
            'no configuration is known for it: set …TMS_CONFIGURATION_ID',
          ],
        },
      ],
    ),
    against(toResults(409), [
      'the run is over',
      'The run takes no results (HTTP 409): start it again, or name another run. The service says: Outcome is wrong.',
    ]),
    against(toResults(413, ''), [
      'a single result is too large for the service',
      'suite.test.mjs > suite > test 1: The service finds this too large (HTTP 413).',
      'fact',
    ]),
    {
      print: async (bench) =>
        bench.suite(2, { env: { TMS_URL: await bench.service(always(200, {}, '{"run":"new"}')) } }),
      rows: [
        {
          when: 'the service makes a run and does not name it',
          says: 'The service accepted this, but its answer has no GUID: “{"run":"new"}”. Check that the url is the service\'s.',
          pieces: ['is too long to hold a'],
        },
      ],
    },
    {
      print: async (bench) => bench.suite(2, { env: { HTTP_PROXY: '://', TMS_URL: 'http://tms.example.com' } }),
      rows: [
        {
          when: 'the proxy variable is no address',
          says: 'The proxy variable HTTP_PROXY holds no address.): check the url and the network.',
        },
      ],
    },
    against(always(407), [
      'the proxy wants a password',
      'A proxy asks for credentials (HTTP 407): put them into the proxy variable (HTTPS_PROXY, HTTP_PROXY), as in http://user:password@host:port.',
    ]),
    against(brokenOff, [
      'the connection is lost',
      'The connection broke in the middle of the answer.',
      'fact',
      { todo: 'It is asked again; see what stands between here and the service.' },
    ]),
    against(toResults(200, 'a'.repeat(5_000)), [
      'something else answers in the service’s place',
      'The answer is neither JSON nor a short text (HTTP 200), so nothing shows that the service did what was asked: check the url, and what stands before the service. It begins: …',
      undefined,
      {
        pieces: [
          'The answer … (HTTP …), so nothing shows that the service did what was asked: check the url, and what stands before the service.…',
          ...['did not end in time', 'is endless, or far too long', 'is neither JSON nor a short text'],
        ],
      },
    ]),
    suite(
      {
        ...{ TMS_OUTBOX_DIR: '/proc/testpoint', TMPDIR: '/dev/null/nowhere' },
        ...{ TMS_URL: 'http://127.0.0.1:9', TMS_REPORT: '1' },
      },
      [
        'no folder can be written to at all',
        "The outbox can't be written to (…); results are delivered from memory only. Set outboxDir (TMS_OUTBOX_DIR) to a folder that can be.",
      ],
      [
        'the same, and the service can’t be reached',
        'There was no place to keep them: they are lost with this process.',
        'fact',
        { todo: 'Set outboxDir (TMS_OUTBOX_DIR), and run the suite again.' },
      ],
      [
        'the same, and a report is asked for',
        'No report: there was no place to keep the results',
        'fact',
        { todo: 'Set outboxDir (TMS_OUTBOX_DIR).' },
      ],
    ),
  ],
};
