import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { startServer } from '../src/index.js';
import { own, Postgres } from './postgres.js';
import { result, Service } from './service.js';

const RUN = '11111111-1111-4111-8111-111111111111';
let folder: string;
let service: Service;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-full-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await service?.server.close();
  vi.restoreAllMocks();
  spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true });
});

/** Limits the folder to this size. These tests must run as root, as they do in CI. */
function limit(size: string): void {
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The test needs to mount a file system (run it as root): ${stderr}`);
}

async function startOn(size: string): Promise<void> {
  limit(size);
  service = new Service(await startServer({ port: 0, open: true, database: join(folder, 'service.db') }));
}

/** Leaves no room in the folder. Returns a function that makes room again. */
function fill(): () => void {
  const filler = join(folder, 'filler');
  expect(() => writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024))).toThrow('ENOSPC');
  return () => rmSync(filler);
}

/** Waits for a status of `/ready`: a server reuses an answer for a second. */
const ready = (status: number) => expect.poll(async () => (await service.get('/ready')).status).toBe(status);

function upload(size: number) {
  const body = new FormData();
  body.append('file', new Blob([Buffer.alloc(size)]), 'zeros.bin');
  return service.request('POST', '/api/Public/attachment', { body });
}

describe.runIf(process.platform === 'linux')('on a full disk', () => {
  it('an upload is a 507 with a problem document, and nothing is stored', async () => {
    await startOn('2m');
    const answer = await upload(8 * 1024 * 1024);
    expect(answer).toMatchObject({ status: 507, body: { status: 507, title: 'Insufficient Storage' } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(readdirSync(join(folder, 'service.db-attachments'))).toEqual([]);
    expect((await upload(1024)).status).toBe(200);
  });

  it('the server is not ready until there is room again', async () => {
    await startOn('2m');
    await ready(200);
    const makeRoom = fill();
    const large = result({ message: 'x'.repeat(1024 * 1024) });
    expect((await service.addResults(RUN, large)).status).toBe(507);
    expect((await upload(100_000)).status).toBe(507);
    await ready(503);
    expect((await service.get('/ready')).body).toMatchObject({ detail: expect.stringContaining(' is full. ') });
    makeRoom();
    await ready(200);
    expect((await service.addResults(RUN, result())).status).toBe(200);
  });

  it('results are a 507 too, none of them is stored, and the server keeps working', async () => {
    await startOn('2m');
    await service.addResults(RUN, result());
    const large = [result({ message: 'x'.repeat(8 * 1024 * 1024) }), result()];
    expect(await service.addResults(RUN, large)).toMatchObject({ status: 507, body: { status: 507 } });
    expect(await service.entries(RUN, 'history')).toHaveLength(1);
    expect((await service.addResults(RUN, result())).status).toBe(200);
  });

  it.runIf(IS_LONG)(
    'a server on PostgreSQL is not ready either, from the first write that fails until there is room again',
    async () => {
      const postgres = await Postgres.start();
      try {
        limit('32m');
        const tables = join(folder, 'tables');
        mkdirSync(tables);
        own(tables);
        await postgres.query('postgres', `CREATE TABLESPACE small LOCATION '${tables}'`);
        await postgres.query('postgres', 'CREATE DATABASE small TABLESPACE small');
        const attachments = mkdtempSync(join(tmpdir(), 'testpoint-roomy-'));
        service = new Service(
          await startServer({ port: 0, open: true, database: postgres.address('small'), attachments }),
        );
        await ready(200);
        const makeRoom = fill();
        const large = result({ message: 'x'.repeat(1024 * 1024) });
        expect((await service.addResults(RUN, large)).status).toBe(507);
        await ready(503);
        expect((await service.get('/ready')).body).toMatchObject({
          detail: expect.stringContaining('database is full. '),
        });
        makeRoom();
        await ready(200);
        expect((await service.addResults(RUN, large)).status).toBe(200);
        expect(await service.entries(RUN, 'history')).toHaveLength(1);
        rmSync(attachments, { recursive: true });
      } finally {
        await service?.server.close();
        await postgres.close();
      }
    },
  );

  it('a server that starts there says so', async () => {
    limit('64k');
    fill();
    const database = join(folder, 'service.db');
    await expect(startServer({ port: 0, open: true, database })).rejects.toThrow(
      `Cannot use the database ${database}: no room is left on its disk; make room there.`,
    );
  });
});
