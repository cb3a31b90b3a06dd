import { existsSync, linkSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const id = await live.upload('kept');
  const writing = Array.from({ length: 20 }, (_, index) => live.addResults(run, result({ message: String(index) })));
  const target = join(directory, 'copy.db');
  // Windows lets only some users make symbolic links.
  const path = process.platform === 'win32' ? database : join(directory, 'link.db');
  if (path !== database) symlinkSync(database, path);
  expect(await backUp(target, '--database', path)).toMatchObject({ code: 0, stderr: '' });
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

it('says if the database has attachments, and there are none to copy; refuses a second name of the file', async () => {
  const database = join(directory, 'elsewhere.db');
  const live = new Service(await startServer({ port: 0, catalog, database, attachments: join(directory, 'files') }));
  await live.upload('kept');
  const { code, stderr } = await backUp(join(directory, 'half.db'), '--database', database);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Warning: the database has attachments, but .* has none/)]);
  const second = join(directory, 'second-name.db');
  linkSync(database, second);
  const refused = await backUp(join(directory, 'none.db'), '--database', second);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('it has a second name (a hard link)')]);
  await live.server.close();
});

it.each([
  [['x.db'], 'backup needs --database FILE.'],
  [['--database', 'x.db'], 'backup takes one file to write.'],
  [['x.db', '--database', 'y.db', '--open'], 'backup does not take --open.'],
])('%j is wrong usage', async (args, reason) => {
  expect(await backUp(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
});
