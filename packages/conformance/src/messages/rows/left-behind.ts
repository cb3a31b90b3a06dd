import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.js';
import { asRow, type Scenario, type ShortRow } from '../scenario.js';

const UNREACHABLE = { TMS_URL: 'http://127.0.0.1:9' };
const NO_KEY = { TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' };

/** Messages of commands about outboxes that have been changed or damaged. */
function scenario(print: (bench: Bench) => Promise<string>, ...rows: ShortRow[]): Scenario {
  return { print, rows: rows.map(asRow) };
}

/** Folder of the only session in an outbox. */
function sessionIn(folder: string): string {
  const name = readdirSync(join(folder, '.testpoint')).find((entry) => /^\d{14}-/.test(entry));
  return join(folder, '.testpoint', name ?? '');
}

export const leftBehind: readonly Scenario[] = [
  scenario(
    async (bench) => {
      const folder = bench.folder({ files: { 'mine/thesis.txt': 'mine' } });
      await bench.suite(2, { env: { ...UNREACHABLE, TMS_REPORT: 'mine' } }, folder);
      const journal = join(sessionIn(folder), 'journal.ndjson');
      // The state after a process was killed in the middle of a line.
      truncateSync(journal, statSync(journal).size - 5);
      return bench.cli(['flush'], {}, folder);
    },
    [
      'flush, when the report’s folder contains something else',
      'No report: … is not a Testpoint report (it has no …), so it was not replaced: choose another folder (option report, or --out). The session is kept. Make it with: npx testpoint report .testpoint/… --out testpoint-report-2',
      undefined,
      {
        pieces: [
          'No report: …. The session is kept. Make it with: …',
          'npx testpoint report … --out testpoint-report-2',
          '… is not a Testpoint report (it has no …), so it was not replaced: choose another folder (option report, or --out)',
          'other processes keep replacing …',
          'it was not ready within … s',
        ],
      },
    ],
    [
      'flush, after the suite was killed',
      '1 line cut short: the process was killed, or the disk was full',
      'fact',
      { pieces: ['… cut short: the process was killed, or the disk was full'] },
    ],
  ),
  scenario(
    async (bench) => {
      const folder = bench.folder();
      await bench.suite(2, { env: { ...UNREACHABLE, TMS_CREATE_RUN: '0' } }, folder);
      return bench.cli(['flush'], {}, folder);
    },
    [
      'flush of a shard without a run',
      'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed',
    ],
  ),
  scenario(
    async (bench) => {
      const folder = bench.folder();
      await bench.suite(2, { env: NO_KEY }, folder, 'die');
      return bench.cli(['report'], { env: NO_KEY }, folder);
    },
    [
      'the end of report',
      '2 results of 1 session: 2 passed, 0 failed, 0 blocked, 0 skipped',
      'fact',
      { pieces: ['… passed, … failed, … blocked, … skipped'] },
    ],
  ),
  scenario(
    async (bench) => {
      const folder = bench.folder({ files: { '.testpoint/20200101000000-x-00000000/journal.ndjson': 'junk\n' } });
      const session = sessionIn(folder);
      const outputs = [await bench.cli(['report'], {}, folder), await bench.cli(['flush'], {}, folder)];
      rmSync(join(session, 'journal.ndjson'));
      mkdirSync(join(session, 'journal.ndjson'));
      writeFileSync(join(session, 'attachments'), '');
      return [...outputs, await bench.cli(['report', 'points.json'], {}, folder)].join('\n');
    },
    [
      'report, on a damaged journal or one from another version',
      "Session … can't be read: … does not start with a session that this version can read….",
      'fact',
      { pieces: ["Session … can't be read: ….", 'it does not begin with …'] },
    ],
    [
      'report, on some other folder or file',
      'No report: … contains neither sessions nor a Testpoint report.',
      'fact',
      { todo: 'Name an outbox (.testpoint), a session in it, or a report.' },
    ],
  ),
  scenario(
    async (bench) => {
      const runs = [{ id: '0f8fad5b-d9cb-469f-a165-70867728950e', status: 'Completed' }];
      const url = await bench.service((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(runs));
      });
      const env = { TMS_URL: url, TMS_TEST_RUN_ID: runs[0]?.id ?? '' };
      return bench.cli(['doctor'], { env, files: { 'package.json': '{' } });
    },
    [
      'doctor, when the run is over',
      '0f8fad5b-d9cb-469f-a165-70867728950e is Completed: start it again, or report into another run',
    ],
    [
      'doctor, when package.json does not parse',
      "package.json can't be read: …",
      'fact',
      { todo: 'Correct the file.' },
    ],
  ),
  scenario(
    async (bench) => {
      const url = await bench.service((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
      });
      return bench.cli(['run', 'list'], { env: { TMS_URL: url } });
    },
    [
      'run list, when the project has no runs',
      'Project 1 has no runs.',
      'fact',
      { pieces: ['Project … has no runs.'] },
    ],
  ),
  scenario(
    async (bench) => {
      const folder = bench.folder();
      await bench.suite(0, { env: UNREACHABLE }, folder);
      return bench.cli(['flush', '--dry-run'], {}, folder);
    },
    ['flush --dry-run, when a session has no results', 'Nothing is left to deliver.', 'fact'],
  ),
  scenario(
    (bench) =>
      bench.cli(['doctor'], {
        env: { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_ID: '' },
        files: {
          'testpoint.config.json':
            '{"configurations":{"web":{"id":"aaaaaaaa-0000-4000-8000-000000000010","globalId":10}}}',
        },
      }),
    [
      'doctor, when each project has its own configuration',
      'test cases that tests name become test points of the new run, with configuration of the test’s project',
      'fact',
      { pieces: ['of the test’s project'] },
    ],
  ),
];
