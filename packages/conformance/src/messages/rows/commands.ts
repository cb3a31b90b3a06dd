import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, causes, fact } from '../scenario.js';
import { afterSuite, always, exec, GUID, NO_RUN, testpoint, UNREACHABLE, WRONG_KEY } from './causes.js';
import { doctor } from './doctor.js';
import { commandsElsewhere } from './elsewhere/commands.js';
import { resultsElsewhere } from './elsewhere/results-of-runs.js';

const NO_KEY = { TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' };

/** Folder of the only session in an outbox. */
function sessionIn(folder: string): string {
  const name = readdirSync(join(folder, '.testpoint')).find((entry) => /^\d{14}-/.test(entry));
  return join(folder, '.testpoint', name ?? '');
}

export const commands: Chapter = {
  title: 'Commands',
  elsewhere: [commandsElsewhere, resultsElsewhere],
  scenarios: [
    // Outboxes that have been changed or damaged.
    causes(
      async (bench) => {
        const folder = bench.folder({ files: { 'mine/thesis.txt': 'mine' } });
        await bench.suite(2, { env: { ...UNREACHABLE, TMS_REPORT: 'mine' }, folder });
        const journal = join(sessionIn(folder), 'journal.ndjson');
        // The state after a process was killed in the middle of a line.
        truncateSync(journal, statSync(journal).size - 5);
        return bench.cli('flush', { folder });
      },
      {
        'flush, when the report’s folder contains something else': {
          says: 'No report: … is not a Testpoint report (it has no …), so it was not replaced: choose another folder (option report, or --out). The session is kept. Make it with: npx testpoint report .testpoint/… --out testpoint-report-2',
          pieces: ['other processes keep replacing …', 'it was not ready within … s'],
        },
        'flush, after the suite was killed': fact('… cut short: the process was killed, or the disk was full'),
      },
    ),
    causes(
      async (bench) => {
        const folder = bench.folder();
        await bench.suite(2, { env: NO_KEY, folder }, 'die');
        return bench.cli('report', { env: NO_KEY, folder });
      },
      { 'the end of report': fact('…: … passed, … failed, … blocked, … skipped') },
    ),
    causes(
      async (bench) => {
        const folder = bench.folder({ files: { '.testpoint/20200101000000-x-00000000/journal.ndjson': 'junk\n' } });
        const session = sessionIn(folder);
        const outputs = [await bench.cli('report', { folder }), await bench.cli('flush', { folder })];
        rmSync(join(session, 'journal.ndjson'));
        mkdirSync(join(session, 'journal.ndjson'));
        writeFileSync(join(session, 'attachments'), '');
        return [...outputs, await bench.cli('report points.json', { folder })].join('\n');
      },
      {
        'report, on a damaged journal or one from another version': fact(
          "Session … can't be read: … does not start with a session that this version can read….",
          'it does not begin with …',
        ),
        'report, on some other folder or file': {
          says: 'No report: … contains neither sessions nor a Testpoint report.',
          todo: 'Name an outbox (.testpoint), a session in it, or a report.',
        },
      },
    ),
    causes(testpoint('run list', { TMS_SECRET_KEY: 'd3Jvbmc=' }), {
      'the key is wrong': `Could not list the runs: ${WRONG_KEY}`,
    }),
    causes(testpoint('run list', { TMS_API: 'v3' }), {
      'the settings are wrong': fact('The settings are wrong:'),
      'the settings are wrong: one line for each problem':
        '  api (environment TMS_API): "v3" is not allowed. Give one of v2, legacy.',
    }),
    causes(testpoint('run create', { TMS_PROJECT_GLOBAL_ID: '' }), {
      'no project': 'No project given: set TMS_PROJECT_GLOBAL_ID, or pass --project.',
    }),
    causes(testpoint('run create', { TMS_TEST_POINTS: 'from-tests' }), {
      "testPoints: 'from-tests' on the command line":
        "testPoints 'from-tests' works only in a suite: give a list or a file here.",
    }),
    causes(testpoint('run complete'), {
      'no run': 'No run given: set TMS_TEST_RUN_ID, or run npx testpoint run complete <id>.',
    }),
    causes(testpoint(`run stop ${GUID}`), {
      'a run that does not exist': `Could not stop run ${GUID}: ${NO_RUN} The service says: …`,
    }),
    causes(testpoint('flush nowhere'), {
      'a folder that does not exist':
        'There is no folder nowhere: pass an outbox (.testpoint), or the folder of a session in it.',
    }),
    causes(testpoint('flush points.json'), {
      'a file instead of a folder':
        'points.json is a file: pass an outbox (.testpoint), or the folder of a session in it.',
    }),
    causes(testpoint('flush --timeout soon'), {
      'a timeout that is not a number': fact('Give a number of seconds from 1 to 86400.'),
    }),
    causes(testpoint('flush --root nowhere'), {
      'a suite’s folder that does not exist': fact("There is no folder …nowhere: pass the suite's folder with --root."),
    }),
    causes(testpoint('catalog'), {
      'no suite has run':
        'There is no catalog at …: run the suite with reporting on, or pass the folder of the outbox.',
    }),
    causes(testpoint('report', {}, { 'testpoint.config.json': '{ "redact": "word" }' }), {
      'secrets that are not a list': {
        says: 'No report: the secrets to mask (option redact) are unknown.',
        todo: 'Correct the settings in the lines below it.',
      },
    }),
    causes(testpoint('report'), {
      'no suite has run': 'No report: ….testpoint does not exist. Run the tests first, or name an outbox or a report.',
    }),
    causes(testpoint('report', {}, { 'api/.testpoint/catalog.ndjson': '', 'web/.testpoint/catalog.ndjson': '' }), {
      'several suites below it have run':
        'No report: ….testpoint does not exist. Pass the folder of one of these suites with --root: api, web.',
    }),
    causes(testpoint('exec -- nosuchcommand'), {
      'a command that does not exist': fact(
        "Testpoint: the command can't be run: there is no command nosuchcommand in PATH",
      ),
    }),
    causes(exec(5), {
      'some results are not in the plan': fact('…, run …: 2 results not in the run'),
      'results were set aside':
        'Results that were set aside stay in the outbox: correct the test plan and flush again, or discard them with --drop-unmatched.',
      'exec has completed the run': fact('Testpoint: the service shows run … as Completed'),
    }),
    causes(exec(1, { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }), {
      "exec, with testPoints: 'from-tests'": fact('  The command reports with its own settings.'),
    }),
    causes(exec(1, { TMS_API: 'v3' }), {
      'exec, when the settings for a run are wrong': fact('Testpoint: there is no run, the settings are wrong'),
    }),
    causes(exec(1, { TMS_EXTERNAL_ID: 'name' }), {
      'exec, when settings that decide what is recorded are wrong': fact(
        'Testpoint: not reporting, the settings are wrong',
      ),
    }),
    causes(exec(1, UNREACHABLE), {
      'nothing listens at the address':
        'Testpoint: Could not create the run: No connection to the service (connect ECONNREFUSED 127.0.0.1:9): check the url and the network.',
      'exec, when the run can’t be created': fact('  The command’s results wait in the outbox.'),
      'exec, when the run could not be created':
        'Testpoint: 1 session is waiting in .testpoint (…) for a run. Once the problem is fixed, run:',
      'exec: the command that creates the run':
        'TMS_TEST_RUN_ID=$(npx testpoint run create --start) && export TMS_TEST_RUN_ID',
      'exec: the command that delivers the results': '  npx testpoint flush .testpoint && npx testpoint run complete',
    }),
    causes(exec(1, { TMS_TEST_RUN_ID: GUID, TMS_FINISH: 'complete' }), {
      'exec, when the run does not exist': fact(`  The command reports into run ${GUID} anyway.`),
      'undelivered results keep the run open': fact(
        `Testpoint: run ${GUID} stays open, but not everything is delivered. Once the problem is fixed, run:`,
        'npx testpoint run start … && ',
      ),
    }),
    causes(afterSuite(3, {}, 'catalog'), {
      'testpoint catalog, below its list': [
        'Create an autotest for each external id in the service, and link it to its test case there.',
        "testCase(101) in a test does not link it: with testPoints: 'from-tests', it adds test case 101 to the run that is created.",
      ].join('\n'),
    }),
    causes(afterSuite(2, UNREACHABLE, 'flush --dry-run', 'flush', 'flush --dry-run'), {
      'flush --dry-run': fact('…: 2 results waiting'),
      'everything in the outbox is delivered': fact('Everything is delivered.'),
      'the outbox is empty': 'Nothing to deliver in .testpoint.',
    }),
    causes(afterSuite(0, UNREACHABLE, 'flush --dry-run'), {
      'flush --dry-run, when a session has no results': fact('Nothing is left to deliver.'),
    }),
    causes(afterSuite(2, { ...UNREACHABLE, TMS_CREATE_RUN: '0' }, 'flush'), {
      'flush of a shard without a run':
        'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed',
    }),
    causes(
      async (bench) => {
        const folder = bench.folder();
        await bench.suite(2, { env: { ...UNREACHABLE, TMS_CREATE_RUN: '0' }, folder });
        const detail = { detail: `The run ${GUID} is Pending; results need In progress.` };
        const env = { TMS_URL: await bench.service(always(409, {}, JSON.stringify(detail))) };
        return bench.cli(`flush --run ${GUID}`, { env, folder });
      },
      {
        'flush into a run that has not been started': `The run has not been started (HTTP 409): start it with npx testpoint run start ${GUID}. The service says: …`,
      },
    ),
    causes(testpoint('catalog', {}, { '.testpoint/catalog.ndjson/not-a-file': '' }), {
      'the catalog is not a file': fact("The catalog can't be read: …."),
    }),
    ...doctor,
  ],
};
