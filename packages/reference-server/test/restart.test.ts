import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../src/index.js';
import { catalog, LOGIN, PAY, result, Service, startService, useServers } from './service.js';

useServers();

const directory = mkdtempSync(join(tmpdir(), 'testpoint-restart-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('a server that restarts on the same file continues where it stopped', async () => {
  const options = { port: 0, catalog, database: join(directory, 'again.db') };
  const first = new Service(await startServer(options));
  const run = await first.newRun([LOGIN, PAY]);
  await first.move(run, 'Start');
  await first.addResults(run, result({ autoTestExternalId: 'pay > card' }));
  const attachment = await first.upload('kept');
  const before = await first.entries(run, 'history');
  await first.server.close();
  await first.server.close();
  await expect(first.get('/inspect/runs')).rejects.toThrow();

  const second = await startService(options);
  expect(await second.entries(run, 'history')).toEqual(before);
  expect(await second.get(`/inspect/attachments/${attachment}/content`)).toMatchObject({ body: 'kept' });
  await second.addResults(run, [result(), result({ autoTestExternalId: 'pay > cash' })]);
  expect(await second.run(run)).toMatchObject({ status: 'Completed' });
});

it.runIf(process.platform !== 'win32')('only the user can read the files of a server', async () => {
  const database = join(directory, 'private.db');
  const service = new Service(await startServer({ port: 0, catalog, database }));
  await service.newRun([LOGIN]);
  const attachment = await service.upload('secret');
  const folder = `${database}-attachments`;
  const modes = [database, `${database}-wal`, folder, join(folder, attachment)].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600, 0o700, 0o600]);
  await service.server.close();
});

it('a run keeps the test points it was created with when the catalog changes', async () => {
  const options = { port: 0, database: join(directory, 'catalog.db') };
  const first = new Service(await startServer({ ...options, catalog }));
  const run = await first.newRun([LOGIN]);
  await first.server.close();
  const second = await startService({
    ...options,
    catalog: { ...catalog, testPlans: [], testCases: [], configurations: [] },
  });
  expect((await second.addResults(run, result())).status).toBe(200);
});

it('a second server on the same file says that the file is in use', async () => {
  const database = join(directory, 'shared.db');
  await startService({ database });
  await expect(startServer({ port: 0, catalog, database })).rejects.toThrow(
    `Cannot use the database ${database}: another process is using it`,
  );
  const second = join(directory, 'second-name.db');
  linkSync(database, second);
  await expect(startServer({ port: 0, catalog, database: second })).rejects.toThrow(
    `Cannot use the database ${second}: it has a second name (a hard link)`,
  );
});

// Windows lets only some users make symbolic links.
it.skipIf(process.platform === 'win32')(
  'a symbolic link leads to the database with its lock and attachments',
  async () => {
    const [database, link] = [join(directory, 'linked.db'), join(directory, 'elsewhere', 'link.db')];
    mkdirSync(join(directory, 'elsewhere'));
    symlinkSync(database, link);
    const first = new Service(await startServer({ port: 0, catalog, database: link }));
    await expect(startServer({ port: 0, catalog, database })).rejects.toThrow('another process is using it');
    const id = await first.upload('kept');
    await first.server.close();
    const second = await startService({ database });
    expect(await second.get(`/inspect/attachments/${id}/content`)).toMatchObject({ body: 'kept' });
    expect(readdirSync(join(directory, 'elsewhere'))).toEqual(['link.db']);
  },
);

it('a server whose database has attachments, and the folder beside it none, says so', async () => {
  const database = join(directory, 'lost.db');
  const said: string[] = [];
  const options = { port: 0, catalog, database, log: (line: string) => said.push(line) };
  const first = new Service(await startServer(options));
  await first.upload('lost');
  await first.server.close();
  await (await startServer(options)).close();
  expect(said.join()).not.toContain('Warning');
  const folder = `${realpathSync(database)}-attachments`;
  rmSync(folder, { recursive: true });
  await (await startServer(options)).close();
  const words = `Warning: the database has attachments, but ${folder} has none. If they are elsewhere, correct --attachments.`;
  expect(said.join('\n')).toContain(words);
});

it.each([
  [
    'that is not a database',
    (file: string) => writeFileSync(file, 'not a database, '.repeat(100)),
    'it is not an SQLite database; use another file.',
  ],
  [
    'of another program',
    (file: string) => makeDatabase(file, 'CREATE TABLE x (y)'),
    'it belongs to another program; use a new file.',
  ],
  [
    'of another version',
    (file: string) => makeDatabase(file, 'PRAGMA user_version = 99'),
    'it was written by another version (format 99); use a new file.',
  ],
  [
    'that is damaged',
    async (file: string) => {
      await (await startServer({ port: 0, catalog, database: file })).close();
      writeFileSync(file, readFileSync(file).fill(0x55, 4_096, 12_000));
    },
    'it is damaged; restore a copy, or use a new file.',
  ],
  ['that is a folder', (file: string) => mkdirSync(file), 'it is not a file.'],
  ['with a NUL in its name', () => {}, 'null bytes', 'a\0b.db'],
  [
    'in a folder that does not exist',
    () => {},
    `the folder ${join(directory, 'missing')} does not exist; create it.`,
    join('missing', 'a.db'),
  ],
])('a file %s is refused with a clear error', async (what, prepare, reason, name = `${what}.db`) => {
  const database = join(directory, name);
  await prepare(database);
  const starting = startServer({ port: 0, catalog, database });
  await expect(starting).rejects.toThrow(`Cannot use the database ${database}: `);
  await expect(starting).rejects.toThrow(reason);
});

it('a port in use is refused, and everything opened before is closed', async () => {
  const { url } = await startService();
  const database = join(directory, 'port.db');
  await expect(startServer({ port: Number(new URL(url).port), catalog, database })).rejects.toThrow('EADDRINUSE');
  await startService({ database });
});

function makeDatabase(file: string, sql: string): void {
  const database = new Libsql(file);
  database.exec(sql);
  database.close();
}
