import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { run as runProgram } from '../../../scripts/processes.mjs';
import { startServer } from '../src/index.js';
import { catalog, LOGIN, result, Service, startService, useServers } from './service.js';

useServers();

const directory = mkdtempSync(join(tmpdir(), 'testpoint-backup-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const backUp = (...args: string[]) => runProgram(process.execPath, [BIN, 'backup', ...args]);

it('a backup of a database in use is whole, and a server can be started on it', async () => {
  const database = join(directory, 'live.db');
  const live = new Service(await startServer({ port: 0, catalog, database }));
  const run = await live.newRun([LOGIN]);
  const form = new FormData();
  form.append('file', new Blob(['kept']), 'kept.txt');
  const { body } = await live.request('POST', '/api/Public/attachment', { body: form });
  const { id } = body as { id: string };
  const writing = Array.from({ length: 20 }, (_, index) => live.addResults(run, result({ message: String(index) })));
  const target = join(directory, 'copy.db');
  expect(await backUp(target, '--database', database)).toMatchObject({ code: 0 });
  for (const answer of await Promise.all(writing)) expect(answer.status).toBe(200);
  await live.server.close();

  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600);
  const copy = await startService({ database: target });
  expect(await copy.run(run)).toMatchObject({ testPoints: [{ testCaseGlobalId: 101 }] });
  expect((await copy.entries(run, 'history')).every(({ body }) => body.autoTestExternalId === 'login')).toBe(true);
  expect(await copy.get(`/inspect/attachments/${id}/content`)).toMatchObject({ status: 200, body: 'kept' });
  expect((await copy.addResults(run, result())).status).toBe(200);
});

it('refuses to overwrite a file, and to back up a file that does not exist or is no database', async () => {
  const [taken, missing] = [join(directory, 'taken.db'), join(directory, 'missing.db')];
  writeFileSync(taken, 'something else '.repeat(100));
  for (const [target, database, reason] of [
    [taken, taken, `Cannot back up to ${taken}: it exists`],
    [join(directory, 'a.db'), missing, 'there is no such file'],
    [join(directory, 'b.db'), taken, 'file is not a database'],
    [join(directory, 'c.db'), 'postgres://x@localhost/y', 'pg_dump'],
  ] as const) {
    const { code, stderr } = await backUp(target, '--database', database);
    expect(code, reason).not.toBe(0);
    expect(stderr).toContain(reason);
  }
  for (const name of ['a.db', 'b.db', 'c.db', 'missing.db']) expect(existsSync(join(directory, name))).toBe(false);
});

it.each([
  [['x.db'], 'backup needs --database FILE.'],
  [['--database', 'x.db'], 'backup takes one file to write.'],
  [['x.db', '--database', 'y.db', '--open'], 'backup does not take --open.'],
])('%j is wrong usage', async (args, reason) => {
  expect(await backUp(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
});
