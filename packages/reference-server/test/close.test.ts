import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ADA, type Service, startBareService, useServers } from './service.js';

useServers();

const directory = mkdtempSync(join(tmpdir(), 'testpoint-close-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** This call has no body, so only the fault keeps it from the database. */
const listRuns = (service: Service) => service.get('/api/Public/GetTestRuns/1');
async function strikes(service: Service): Promise<number | undefined> {
  const { body } = await service.get('/inspect/requests');
  return (body as { strikes: number[] }).strikes[0];
}

/** Standard error, where the server reports failures. */
const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(() => said.mockClear());
afterAll(() => said.mockRestore());

/** Waits as long as the latency, by calling another server. Earlier calls to the first server have then waited as long, too. */
async function afterLatency(latency: number): Promise<void> {
  const clock = await startBareService({ open: true, faults: { rules: [{ latency }] } });
  await listRuns(clock);
}

it.each([
  { latency: 100 },
  { latency: 3_600_000 },
  { hang: 'before' },
  { hang: 'after' },
  { drip: 3_600_000 },
] as const)('a call that the fault %j keeps waiting ends when the server closes', async (fault) => {
  const service = await startBareService({ open: true, faults: { rules: [{ operation: 'listRuns', ...fault }] } });
  const answer = expect(listRuns(service)).rejects.toThrow();
  await expect.poll(() => strikes(service)).toBe(1);
  await service.server.close();
  await answer;
  await afterLatency(100);
  expect(said.mock.calls).toEqual([]);
});

it('an upload whose client is gone is deleted before the server has closed', async () => {
  const database = join(directory, 'upload.db');
  const service = await startBareService({ open: true, database });
  const attachments = `${database}-attachments`;
  const headers = { SecretKeyBase64: ADA.secretKey, 'content-type': 'multipart/form-data; boundary=b' };
  const upload = request(`${service.url}/api/Public/attachment`, { method: 'POST', headers });
  upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\nhalf of the content');
  await expect.poll(() => readdirSync(attachments)).toHaveLength(1);
  const gone = new Promise((resolve) => upload.on('error', () => {}).once('close', resolve));
  upload.destroy();
  await gone;
  await service.server.close();
  expect(readdirSync(attachments)).toEqual([]);
  expect(existsSync(`${database}-wal`)).toBe(false);
});
