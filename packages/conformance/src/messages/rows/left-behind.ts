import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { causes, fact, type Scenario } from '../scenario.js';
import { UNREACHABLE } from './causes.js';

const NO_KEY = { TMS_SECRET_KEY: '', TMS_URL: '', TMS_REPORT: '1' };

/** Folder of the only session in an outbox. */
function sessionIn(folder: string): string {
  const name = readdirSync(join(folder, '.testpoint')).find((entry) => /^\d{14}-/.test(entry));
  return join(folder, '.testpoint', name ?? '');
}

/** Messages of commands about outboxes that have been changed or damaged. */
export const leftBehind: readonly Scenario[] = [
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
];
