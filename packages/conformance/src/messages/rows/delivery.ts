import type { RequestListener, ServerResponse } from 'node:http';
import type { Bench, Environment } from '../bench.js';
import { asRow, type Chapter, type Scenario, type Told } from '../scenario.js';

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

export const delivery: Chapter = {
  title: 'Runs and delivery',
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
    ]),
    against(
      toResults(400),
      ['the service refuses results', '2 results refused by the service', 'fact'],
      ['the reason of each', 'suite.test.mjs > suite > test 1: Outcome is wrong.', 'fact'],
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
  ],
};
