import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '../src/index.js';
import { catalog, LOGIN, PAY, result, Service, useServers } from './service.js';

useServers();
const directory = mkdtempSync(join(tmpdir(), 'testpoint-keeping-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('deletes old runs and attachments that no other run uses when the server starts', async () => {
  const database = join(directory, 'kept.db');
  const options = { port: 0, catalog, database };
  const first = new Service(await startServer(options));
  const upload = async () => {
    const form = new FormData();
    form.append('file', new Blob(['kept']), 'kept.txt');
    return ((await first.request('POST', '/api/Public/attachment', { body: form })).body as { id: string }).id;
  };
  const [shared, own, fresh] = [await upload(), await upload(), await upload()];
  const runs: string[] = [];
  for (const attachments of [[shared, own], [shared], []]) {
    const isFirst = runs.length === 0;
    const run = await first.newRun(isFirst ? [LOGIN, PAY] : [LOGIN]);
    runs.push(run);
    const pays = ['pay > card', 'pay > cash'].map((autoTestExternalId) => result({ autoTestExternalId }));
    await first.addResults(run, [result({ attachments }), ...(isFirst ? pays : [])]);
  }
  const going = await first.newRun([LOGIN]);
  await first.server.close();
  const rows = new Libsql(database);
  rows.exec(`UPDATE runs SET created_on = '2020-01-01T00:00:00.000Z' WHERE id IN ('${runs[0]}', '${going}')`);
  rows.exec(`UPDATE attachments SET received_on = '2020-01-01T00:00:00.000Z' WHERE id <> '${fresh}'`);
  rows.close();

  const said: string[] = [];
  const second = new Service(await startServer({ ...options, keepDays: 30, log: (line) => said.push(line) }));
  await expect.poll(() => said.filter((line) => line.startsWith('Deleted'))).toEqual(['Deleted 1 old run.']);
  await expect.poll(async () => (await second.get(`/inspect/attachments/${own}`)).status).toBe(404);
  expect((await second.get(`/inspect/runs/${runs[0]}`)).status).toBe(404);
  for (const run of [runs[1], runs[2], going]) expect((await second.get(`/inspect/runs/${run}`)).status).toBe(200);
  for (const id of [shared, fresh]) expect((await second.get(`/inspect/attachments/${id}/content`)).body).toBe('kept');
  await second.server.close();
  const left = new Libsql(database);
  expect(left.prepare('SELECT external_id FROM tests').all()).toEqual([{ external_id: '"login"' }]);
  left.close();

  const third = new Service(await startServer({ ...options, keepRuns: 1 }));
  await expect.poll(async () => (await third.get(`/inspect/runs/${runs[1]}`)).status).toBe(404);
  for (const run of [runs[2], going]) expect((await third.get(`/inspect/runs/${run}`)).status).toBe(200);
  await third.server.close();
});
