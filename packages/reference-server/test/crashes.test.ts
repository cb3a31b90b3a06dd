// Answered writes survive kill -9, no array is stored in part, and attachments match their rows. `npm test` kills a server on SQLite
// once; `npm run test:long` or ROUNDS=20 kills servers and PostgreSQL, each of them twenty times.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import type { BlobStore } from '../src/blobs/blob-store.js';
import { FolderBlobs } from '../src/blobs/folder.js';
import { openS3 } from '../src/blobs/open-s3.js';
import { Database } from '../src/database/sqlite/database.js';
import { BackingServices } from './backing-services.js';
import { ServerProcess } from './server-process.js';
import { LONGEST, Writers } from './writers.js';

const ROUNDS = Number(process.env.ROUNDS ?? (IS_LONG ? 20 : 1));
/** How many arrays to have answered before the crash, and after it. */
const ANSWERED = IS_LONG ? 12 : 6;

const directory = mkdtempSync(join(tmpdir(), 'testpoint-crashes-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A place for attachments. */
interface Place {
  place: string;
  blobs: BlobStore;
  /** The folder that its files are in. */
  files: string;
}

/** Stores content without a row, which the next sweep must delete. */
async function leaveOrphan(blobs: BlobStore): Promise<void> {
  async function* content() {
    yield Buffer.from('The row of this was never written.');
  }
  await blobs.put(randomUUID(), content());
}

/** Content without a row, and rows without content. */
async function unmatched(blobs: BlobStore, rows: readonly { id: string }[]): Promise<string[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const only: string[] = [];
  for await (const { key } of blobs.list()) {
    // The marker that names the place's database has no row.
    if (!ids.delete(key) && key !== 'database') only.push(`content ${key}`);
  }
  return [...only, ...[...ids].map((id) => `row ${id}`)];
}

/** Makes all files of a folder look as if they had been written two hours ago. */
function ageFiles(folder: string): void {
  const then = new Date(Date.now() - 7_200_000);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then);
  }
}

it(`the server on SQLite loses nothing when it is killed, ${ROUNDS} times`, { timeout: LONGEST * ROUNDS }, async () => {
  const file = join(directory, 'crash.db');
  const blobs = new FolderBlobs(`${file}-attachments`);
  const start = () => ServerProcess.start(['--open', '--database', file]);
  for (let round = 0; round < ROUNDS; round++) {
    const server = await start();
    const writers = new Writers(() => [server.url]);
    await writers.untilAnswered(ANSWERED);
    await server.kill();
    await writers.end();
    await leaveOrphan(blobs);
    const again = await start();
    await writers.compare(again.url);
    await again.kill('SIGTERM');
    const database = Database.toWrite(file);
    const rows = database.prepare<{ id: string }, []>('SELECT id FROM attachments').all();
    database.close();
    expect(await unmatched(blobs, rows)).toEqual([]);
  }
});

describe.runIf(ROUNDS > 1)('servers on PostgreSQL', () => {
  let services: BackingServices;
  const PLACES: [string, () => Promise<Place>][] = [
    [
      'S3',
      async () => {
        const place = 's3://bucket/crashes';
        return { place, blobs: await openS3(place), files: services.s3.directory };
      },
    ],
    [
      'a folder',
      async () => {
        const place = join(directory, 'attachments');
        mkdirSync(place);
        return { place, blobs: new FolderBlobs(place), files: place };
      },
    ],
  ];
  beforeAll(async () => {
    services = await BackingServices.start();
    for (const [name, value] of Object.entries(services.s3.environment)) vi.stubEnv(name, value);
  }, LONGEST);
  afterAll(() => services?.close());

  describe.each(PLACES)('with attachments in %s', (_, open) => {
    let database: string;
    let place: string;
    let blobs: BlobStore;
    let files: string;
    let servers: ServerProcess[] = [];
    const start = () =>
      ServerProcess.start(['--open', '--database', database, '--attachments', place], services.s3.environment);
    beforeAll(async () => {
      ({ place, blobs, files } = await open());
      database = await services.postgres.database();
      servers = await Promise.all(Array.from({ length: 3 }, start));
    }, LONGEST);
    afterAll(async () => {
      for (const server of servers) await server.kill();
      await blobs?.close();
    });
    const urls = () => servers.map(({ url }) => url);

    /** Expects content and rows to match after a sweep. A server sweeps when it starts, but keeps files younger than an hour. */
    async function expectMatch(): Promise<void> {
      await leaveOrphan(blobs);
      ageFiles(files);
      const name = new URL(database).pathname.slice(1);
      const rows = () => services.postgres.query(name, 'SELECT id::text AS id FROM testpoint.attachments');
      const server = await start();
      const left = async () => unmatched(blobs, (await rows()) as { id: string }[]);
      await expect.poll(left, { timeout: LONGEST }).toEqual([]);
      await server.kill('SIGTERM');
    }

    it(`lose nothing when one of them is killed, ${ROUNDS} times`, { timeout: LONGEST * ROUNDS }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writers = new Writers(urls);
        await writers.untilAnswered(ANSWERED);
        // Like a load balancer, send everything from now on to the other servers.
        await servers.shift()?.kill();
        await writers.untilAnswered(ANSWERED);
        await writers.end();
        const again = await start();
        servers.push(again);
        await writers.compare(again.url);
        await expectMatch();
      }
    });

    it(`lose nothing when PostgreSQL is killed, ${ROUNDS} times, and need no restart`, {
      timeout: LONGEST * ROUNDS,
    }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writers = new Writers(urls);
        await writers.untilAnswered(ANSWERED);
        await services.postgres.kill();
        await services.postgres.resume();
        await writers.untilAnswered(ANSWERED);
        await writers.end();
        await writers.compare(servers[0]?.url ?? '');
        await expectMatch();
      }
    });
  });
});
