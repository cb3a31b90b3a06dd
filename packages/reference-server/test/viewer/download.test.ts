import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf, FolderSource, type ReportSource, readRun, SingleSource } from '@testpoint/report';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADA, CHROMIUM, FIREFOX, result, startBareService, startService, useServers } from '../service.js';

useServers();
const service = await startService();
const open = await startBareService({ open: true });
const FOLDER = mkdtempSync(join(tmpdir(), 'testpoint-downloaded-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const TRACE = 'trace of the browser\n';
let run: string;

async function upload(content: string, name: string, type: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), name);
  const { body } = await service.request('POST', '/api/Public/attachment', { body: form });
  return (body as { id: string }).id;
}

async function download(of: typeof service, id: string, form: string): Promise<Response> {
  return fetch(`${of.url}/viewer/runs/${id}/download?form=${form}`, { headers: { SecretKeyBase64: ADA.secretKey } });
}

async function read(source: ReportSource) {
  const { rows, sessions } = await readRun([source], {});
  const all = Array.from({ length: rows.size }, (_, row) => rows.at(row));
  return { rows: all, counts: countsOf(rows), sessions };
}

/** The report in a zip file. */
async function unpacked(answer: Response): Promise<string> {
  const folder = mkdtempSync(join(FOLDER, 'zip-'));
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return join(folder, 'report');
}

beforeAll(async () => {
  run = await service.newRun([
    { configurationGlobalId: 10, testCaseGlobalId: 101 },
    { configurationGlobalId: 10, testCaseGlobalId: 102 },
    { configurationGlobalId: 11, testCaseGlobalId: 101 },
  ]);
  const kept = await upload(TRACE, 'trace.txt', 'text/plain');
  const gone = randomUUID();
  await service.addResults(run, [
    result({ outcome: 'Failed', message: 'replaced' }),
    result({ message: 'Flaky: passed on attempt 2 of 2', parameters: { attempts: '2' } }),
    result({
      configurationId: FIREFOX,
      outcome: 'Failed',
      message: 'Expected 5, got 4',
      stepResults: [{ title: 'Opens the shop', attachments: [{ id: kept.toUpperCase() }, { id: gone }] }],
    }),
    result({ autoTestExternalId: 'pay > card', outcome: 'Blocked' }),
  ]);
});

it('a run is downloaded as one file and as a zip file, with what its page shows', async () => {
  const [shown] = (await service.get(`/viewer/runs/${run}/report`)).body as { run: Record<string, unknown> }[];
  const [html, zip] = await Promise.all([download(service, run, 'html'), download(service, run, 'zip')]);
  expect(html.headers.get('content-disposition')).toBe(`attachment; filename="testpoint-${run.slice(0, 8)}.html"`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const page = join(FOLDER, 'page.html');
  writeFileSync(page, Buffer.from(await html.arrayBuffer()));
  const folder = await unpacked(zip);

  for (const source of [new SingleSource(page), new FolderSource(folder)]) {
    const { rows, counts, sessions } = await read(source);
    expect(counts).toEqual(shown?.run.counts);
    expect(counts).toMatchObject({ passed: 1, failed: 1, blocked: 1, flaky: 1 });
    expect(sessions.map(({ environment }) => environment).sort()).toEqual(['Chromium', 'Configuration 11']);
    expect(shown?.run.environments).toEqual(expect.arrayContaining(['Chromium', 'Configuration 11']));
    const failed = rows.find(({ outcome }) => outcome === 'F');
    expect(failed).toMatchObject({ id: 'login', environment: 'Configuration 11', message: 'Expected 5, got 4' });
    source.close();
  }
});

it('its attachments are in it, and one that the server lacks is named', async () => {
  const source = new FolderSource(await unpacked(await download(service, run, 'zip')));
  const failed = [...source.rows()].find(({ outcome }) => outcome === 'F');
  const entry = JSON.parse(source.read(failed?.place ?? -1).toString());
  expect(entry.body.stepResults).toMatchObject([{ title: 'Opens the shop' }]);
  const [kept, gone] = source.attachments(failed?.place ?? -1, entry);
  expect(kept).toMatchObject({ name: 'trace.txt', contentType: 'text/plain' });
  expect(readFileSync(kept?.path ?? '', 'utf8')).toBe(TRACE);
  expect(gone).toMatchObject({ missing: 'the server does not have it' });
  expect(entry.attachments.map(({ placeholder }: { placeholder: string }) => placeholder)).toEqual(
    entry.body.stepResults[0].attachments.map(({ id }: { id: string }) => id),
  );
});

it('a run without results is a report without tests', async () => {
  const empty = await service.newRun();
  const { rows, sessions } = await read(new FolderSource(await unpacked(await download(service, empty, 'zip'))));
  expect(rows).toEqual([]);
  expect(sessions).toMatchObject([{ runId: empty }]);
});

it('several parts of a large run arrive complete, and nothing stays in the temporary folder', async () => {
  const large = randomUUID();
  const many = Array.from({ length: 4_500 }, (_, index) =>
    result({ configurationId: CHROMIUM, autoTestExternalId: `a.spec.ts > test ${index}`, message: 'm'.repeat(1_000) }),
  );
  await open.addResults(large, many);
  const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('testpoint-download-'));
  const { rows } = await read(new FolderSource(await unpacked(await download(open, large, 'zip'))));
  expect(new Set(rows.map(({ title }) => title)).size).toBe(4_500);
  // The client leaves while its file is made.
  const leave = new AbortController();
  const left = fetch(`${open.url}/viewer/runs/${large}/download?form=html`, { signal: leave.signal });
  await expect.poll(leftovers).not.toEqual([]);
  leave.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(leftovers).toEqual([]);
});
