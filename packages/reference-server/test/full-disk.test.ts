import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../src/index.js';
import { result, Service } from './service.js';

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

/** A server on a file system of this size. These tests must run as root, as they do in CI. */
async function startOn(size: string): Promise<void> {
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The test needs to mount a file system (run it as root): ${stderr}`);
  service = new Service(await startServer({ port: 0, open: true, database: join(folder, 'service.db') }));
}

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
    const readiness = () => expect.poll(async () => (await service.get('/ready')).status, { timeout: 10_000 });
    await readiness().toBe(200);
    const filler = join(folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024))).toThrow('ENOSPC');
    const run = '11111111-1111-4111-8111-111111111111';
    expect((await service.addResults(run, result({ message: 'x'.repeat(1024 * 1024) }))).status).toBe(507);
    expect((await upload(100_000)).status).toBe(507);
    // A server reuses an answer for a second.
    await readiness().toBe(503);
    rmSync(filler);
    await readiness().toBe(200);
    expect((await service.addResults(run, result())).status).toBe(200);
  });

  it('results are a 507 too, none of them is stored, and the server keeps working', async () => {
    await startOn('2m');
    const run = '11111111-1111-4111-8111-111111111111';
    await service.addResults(run, result());
    const large = [result({ message: 'x'.repeat(8 * 1024 * 1024) }), result()];
    expect(await service.addResults(run, large)).toMatchObject({ status: 507, body: { status: 507 } });
    expect(await service.entries(run, 'history')).toHaveLength(1);
    expect((await service.addResults(run, result())).status).toBe(200);
  });
});
