import type { Environment } from '../bench.js';
import { asRow, type Chapter, type Scenario, type ShortRow } from '../scenario.js';
import { command } from './command.js';
import { doctor } from './doctor.js';
import { commandsElsewhere } from './elsewhere/commands.js';
import { execAndCatalog } from './elsewhere/exec-and-catalog.js';
import { execSelection } from './elsewhere/exec-selection.js';
import { resultsElsewhere } from './elsewhere/results-of-runs.js';
import { serveElsewhere } from './elsewhere/serve.js';
import { GUID } from './given.js';
import { leftBehind } from './left-behind.js';

/** `testpoint exec` with a suite of so many tests. */
function exec(tests: number, env: Environment, ...rows: ShortRow[]): Scenario {
  return {
    rows: rows.map(asRow),
    print: (bench) => bench.exec(tests, env),
  };
}

export const commands: Chapter = {
  title: 'Commands',
  elsewhere: [...commandsElsewhere, ...execSelection, ...serveElsewhere, ...execAndCatalog, ...resultsElsewhere],
  scenarios: [
    ...leftBehind,
    command(['run', 'list'], { TMS_SECRET_KEY: 'd3Jvbmc=' }, [
      'the key is wrong',
      'Could not list the runs: The service does not accept the credentials (HTTP 401): check TMS_SECRET_KEY and TMS_USER_NAME. The service says: The credentials are wrong.',
    ]),
    command(
      ['run', 'list'],
      { TMS_API: 'v3' },
      ['the settings are wrong', 'The settings are wrong:', 'fact'],
      [
        'the settings are wrong: one line for each problem',
        '  api (environment TMS_API): "v3" is not allowed. Give one of v2, legacy.',
      ],
    ),
    command(['run', 'create'], { TMS_PROJECT_GLOBAL_ID: '' }, [
      'no project',
      'No project given: set TMS_PROJECT_GLOBAL_ID, or pass --project.',
    ]),
    command(['run', 'create'], { TMS_TEST_POINTS: 'from-tests' }, [
      "testPoints: 'from-tests' on the command line",
      "testPoints 'from-tests' works only in a suite: give a list or a file here.",
    ]),
    command(['run', 'complete'], {}, [
      'no run',
      'No run given: set TMS_TEST_RUN_ID, or run npx testpoint run complete <id>.',
    ]),
    command(['run', 'stop', GUID], {}, [
      'a run that does not exist',
      `Could not stop run ${GUID}: The service has no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL). The service says: …`,
    ]),
    command(['flush', 'nowhere'], {}, [
      'a folder that does not exist',
      'There is no folder nowhere: pass an outbox (.testpoint), or the folder of a session in it.',
    ]),
    command(['flush', 'points.json'], {}, [
      'a file instead of a folder',
      'points.json is a file: pass an outbox (.testpoint), or the folder of a session in it.',
    ]),
    command(['flush'], {}, ['nothing is waiting', 'Nothing to deliver in .testpoint.']),
    command(['flush', '--timeout', 'soon'], {}, [
      'a timeout that is not a number',
      'Give a number of seconds from 1 to 86400.',
      'fact',
    ]),
    command(['flush', '--root', 'nowhere'], {}, [
      'a suite’s folder that does not exist',
      "There is no folder …nowhere: pass the suite's folder with --root.",
      'fact',
    ]),
    command(['catalog'], {}, [
      'no suite has run',
      'There is no catalog at …: run the suite with reporting on, or pass the folder of the outbox.',
    ]),
    {
      print: (bench) => bench.cli(['report'], { files: { 'testpoint.config.json': '{ "redact": "word" }' } }),
      rows: [
        {
          when: 'secrets that are not a list',
          says: 'No report: the secrets to mask (option redact) are unknown.',
          todo: 'Correct the settings in the lines below it.',
        },
      ],
    },
    command(['report'], {}, [
      'no suite has run',
      'No report: ….testpoint does not exist. Run the tests first, or name an outbox or a report.',
      undefined,
      { pieces: ['No report: ….…', ' Run the tests first, or name an outbox or a report.'] },
    ]),
    command(['exec', '--', 'nosuchcommand'], {}, [
      'a command that does not exist',
      "Testpoint: the command can't be run: there is no command nosuchcommand in PATH",
      'fact',
    ]),
    exec(
      5,
      {},
      ['some results are not in the plan', '…, run …: 2 results not in the run', 'fact'],
      [
        'results were set aside',
        'Results that were set aside stay in the outbox: correct the test plan and flush again, or discard them with --drop-unmatched.',
      ],
      ['exec has completed the run', 'Testpoint: the service shows run … as Completed', 'fact'],
    ),
    exec(1, { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }, [
      "exec, with testPoints: 'from-tests'",
      '  The command reports with its own settings.',
      'fact',
    ]),
    exec(1, { TMS_API: 'v3' }, [
      'exec, when the settings are wrong',
      'Testpoint: not reporting, the settings are wrong',
      'fact',
    ]),
    exec(
      1,
      { TMS_URL: 'http://127.0.0.1:9' },
      [
        'nothing listens at the address',
        'Testpoint: Could not create the run: No connection to the service (connect ECONNREFUSED 127.0.0.1:9): check the url and the network.',
      ],
      ['exec, when the run can’t be created', '  The command’s results wait in the outbox.', 'fact'],
      [
        'exec, when the run could not be created',
        'Testpoint: 1 session is waiting in .testpoint (…) for a run. Once the problem is fixed, run:',
      ],
      [
        'exec: the command that creates the run',
        'TMS_TEST_RUN_ID=$(npx testpoint run create --start) && export TMS_TEST_RUN_ID',
      ],
      ['exec: the command that delivers the results', '  npx testpoint flush .testpoint && npx testpoint run complete'],
    ),
    exec(
      1,
      { TMS_TEST_RUN_ID: GUID, TMS_FINISH: 'complete' },
      ['exec, when the run does not exist', `  The command reports into run ${GUID} anyway.`, 'fact'],
      [
        'undelivered results keep the run open',
        `Testpoint: run ${GUID} stays open, but not everything is delivered. Once the problem is fixed, run:`,
        'fact',
        {
          pieces: [
            'Testpoint: run … …, but not everything is delivered. Once the problem is fixed, run:',
            'npx testpoint run start … && ',
          ],
        },
      ],
    ),
    {
      print: async (bench) => {
        const folder = bench.folder();
        await bench.suite(3, {}, folder);
        return bench.cli(['catalog'], {}, folder);
      },
      rows: [
        {
          when: 'testpoint catalog',
          says: "testCase(101) in a test does not link it: with testPoints: 'from-tests', it adds test case 101 to the run that is created.",
          isFact: true,
        },
        {
          when: 'testpoint catalog, below its list',
          says: "Create an autotest for each external id in the service, and link it to its test case there.\ntestCase(101) in a test does not link it: with testPoints: 'from-tests', it adds test case 101 to the run that is created.",
        },
      ],
    },
    {
      print: async (bench) => {
        const folder = bench.folder();
        await bench.suite(2, { env: { TMS_URL: 'http://127.0.0.1:9' } }, folder);
        return [
          await bench.cli(['flush', '--dry-run'], {}, folder),
          await bench.cli(['flush'], {}, folder),
          await bench.cli(['flush', '--dry-run'], {}, folder),
        ].join('\n');
      },
      rows: [
        { when: 'flush --dry-run', says: '…: 2 results waiting', isFact: true },
        { when: 'everything in the outbox is delivered', says: 'Everything is delivered.', isFact: true },
        { when: 'the outbox is empty', says: 'Nothing to deliver in .testpoint.' },
      ],
    },
    {
      print: (bench) => bench.cli(['catalog'], { files: { '.testpoint/catalog.ndjson/not-a-file': '' } }),
      rows: [{ when: 'the catalog is not a file', says: "The catalog can't be read: ….", isFact: true }],
    },
    ...doctor,
  ],
};
