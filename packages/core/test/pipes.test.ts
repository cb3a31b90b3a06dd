import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings, numbered, TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { Suite } from './scripted-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  it.each(['catalog.ndjson', 'history'])('at the place of %s does not stop a suite', async (name) => {
    const service = await start();
    const suite = new Suite();
    mkdirSync(suite.outbox);
    const path = join(suite.outbox, name);
    execFileSync('mkfifo', [path]);
    const options = { report: true, reportHistory: join(suite.outbox, 'history') };
    const { code, errorOutput } = await suite.run(service.url, { tests: 3, ending: 'close', options });
    expect(code).toBe(0);
    expect(errorOutput).toContain('3 results: 3 passed · all delivered');
    const { run } = new ReportFolder(join(suite.idRoot, 'testpoint-report'));
    expect(run.rows).toBe(3);
    const lacks =
      name === 'history'
        ? [
            `The history in ${path} can't be read (${path} is a named pipe, not a plain file), so the report shows no earlier runs.`,
          ]
        : [];
    expect(run.incomplete).toEqual(lacks);
  });

  it.each(['journal.ndjson', 'progress.ndjson', 'reported', 'lock.1'])(
    'at the place of a session’s %s stops neither a flush nor its neighbors',
    async (name) => {
      const service = await start();
      const outbox = new TestJournal();
      for (const id of numbered(3)) outbox.result(id);
      outbox.end();
      const session = join(outbox.outbox, '20200101000000-other-00000000');
      mkdirSync(session);
      if (name !== 'journal.ndjson') writeFileSync(join(session, 'journal.ndjson'), '');
      execFileSync('mkfifo', [join(session, name)]);
      await flush({ directory: outbox.outbox, settings: deliverySettings(service.url) });
      expect(idsIn(service).sort()).toEqual(numbered(3).sort());
    },
  );
});

it.runIf(IS_LONG)('a line of 600 MB is unreadable, and its neighbors are delivered', async () => {
  const service = await start();
  const journal = new TestJournal();
  for (const id of numbered(2)) journal.result(id);
  journal.raw('{');
  truncateSync(journal.path, 600_000_000);
  journal.raw('\n');
  journal.result('after');
  journal.end();
  const { sessions } = await flush({ directory: journal.outbox, settings: deliverySettings(service.url) });
  expect(sessions[0]).toMatchObject({ sent: 3, unreadable: 1 });
});
