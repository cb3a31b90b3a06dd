import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../src/database/open-store.js';
import { ADA, type Answer, result, type Service, startBareService, startService, useServers } from './service.js';

useServers();

const directory = mkdtempSync(join(tmpdir(), 'testpoint-monitoring-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Sends no credentials. */
const probe = (service: Service, path: string): Promise<Answer> => service.request('GET', path, { headers: {} });

function statusFor(service: Service, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });
}

describe('probes', () => {
  it('are answered without credentials, with any Host', async () => {
    const service = await startService();
    expect(await probe(service, '/health')).toMatchObject({ status: 200, body: { status: 'alive' } });
    expect(await probe(service, '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    for (const path of ['/health', '/ready']) expect(await statusFor(service, path, '10.0.0.7:8080')).toBe(200);
    expect(await statusFor(service, '/openapi.json', '10.0.0.7:8080')).toBe(403);
  });

  it('notice that the folder of attachments is gone, and that it is back', async () => {
    const folder = join(directory, 'folder');
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const service = await startBareService({ open: true, database: join(directory, 'a.db'), attachments: folder });
    rmSync(folder, { recursive: true });
    const answer = await probe(service, '/ready');
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('The attachment store') },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(said.mock.calls.join('')).toContain('The attachment store is unreachable. (ENOENT');
    expect((await probe(service, '/health')).status).toBe(200);
    mkdirSync(folder);
    await expect.poll(async () => (await probe(service, '/ready')).status).toBe(200);
    said.mockRestore();
  });
});

describe('metrics', () => {
  it('are off by default', async () => {
    expect((await probe(await startService(), '/metrics')).status).toBe(404);
  });

  it('count requests and results, and show how long the event loop was blocked', async () => {
    const service = await startService({ metrics: true });
    const run = await service.newRun();
    await service.addResults(run, [result(), result({ autoTestExternalId: 'pay > card' })]);
    await service.addResults(run, result());
    await service.addResults(run, result({ autoTestExternalId: 'unknown' }));
    const { status, headers, body } = await probe(service, '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    const lines = String(body).split('\n');
    expect(lines).toContain('testpoint_requests_total{operation="addResults",status="200"} 2');
    expect(lines).toContain('testpoint_requests_total{operation="addResults",status="400"} 1');
    expect(lines).toContain('testpoint_request_duration_seconds_count{operation="createRun"} 1');
    const [, seconds] =
      /^testpoint_request_duration_seconds_sum\{operation="createRun"\} (.+)$/m.exec(String(body)) ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(lines).toContain('testpoint_results_total 3');
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_max_seconds '))).toBe(true);
    expect(lines).toContain('testpoint_database_waiting 0');
    const [, waits] = /^testpoint_database_wait_seconds_count\{for="thread"\} (.+)$/m.exec(String(body)) ?? [];
    expect(Number(waits)).toBeGreaterThanOrEqual(4);
    expect(await statusFor(service, '/metrics', 'evil.example')).toBe(403);
  });

  it('count the operations that wait for the thread of SQLite, and measure how long each waited', async () => {
    const waits: { seconds: number; waitsFor: string }[] = [];
    const store = await openStore(':memory:', undefined, {
      onWait: (seconds, waitsFor) => waits.push({ seconds, waitsFor }),
    });
    const calls = [store.check(), store.check(), store.check()];
    expect(store.load()).toEqual({ waiting: 2 });
    await Promise.all(calls);
    expect(store.load()).toEqual({ waiting: 0 });
    expect(waits.map(({ waitsFor }) => waitsFor)).toEqual(['thread', 'thread', 'thread']);
    expect(Math.min(...waits.map(({ seconds }) => seconds))).toBeGreaterThan(0);
    await store.close();
  });

  it('of two servers in one process are separate', async () => {
    const [busy, idle] = [await startService({ metrics: true }), await startService({ metrics: true })];
    await busy.newRun();
    expect((await probe(idle, '/metrics')).body).not.toContain('operation="createRun"');
  });
});

describe('a quota of attachments', () => {
  const upload = (service: Service, size: number) => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(size)]), 'zeros.bin');
    return service.request('POST', '/api/Public/attachment', { body });
  };

  it('limits the total: an upload that exceeds it is a 507, and nothing is stored', async () => {
    const database = join(directory, 'quota.db');
    const service = await startBareService({ open: true, database, attachmentQuota: 1000 });
    expect((await upload(service, 600)).status).toBe(200);
    const answer = await upload(service, 401);
    expect(answer).toMatchObject({ status: 507, body: { status: 507, detail: expect.stringContaining('1000 bytes') } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect((await upload(service, 400)).status).toBe(200);
    expect((await upload(service, 1)).status).toBe(507);
    await service.server.close();
    const again = await startBareService({ open: true, database, attachmentQuota: 1001 });
    expect((await upload(again, 2)).status).toBe(507);
    expect((await upload(again, 1)).status).toBe(200);
  });

  it('holds for simultaneous uploads', async () => {
    const service = await startBareService({ open: true, attachmentQuota: 200_000 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(service, 50_000)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeLessThanOrEqual(4);
    // Refused uploads do not count.
    for (let count = taken.length; count < 4; count++) expect((await upload(service, 50_000)).status).toBe(200);
    expect((await upload(service, 1)).status).toBe(507);
  });
});

describe('a log in JSON', () => {
  it('has an object for each request, with the id from its response', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const service = await startBareService({ open: true, log, logFormat: 'json' });
    const given = await service.request('GET', '/api/Public/GetTestRuns/1', {
      headers: { SecretKeyBase64: ADA.secretKey, 'x-request-id': 'from-the-proxy-1' },
    });
    expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
    const made = await service.request('GET', '/nothing', { headers: { 'x-request-id': 'no id {}' } });
    const id = made.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await expect.poll(() => lines.length).toBe(2);
    const parsed = lines.map((line) => JSON.parse(line));
    expect(parsed.every(({ milliseconds }) => milliseconds > 0)).toBe(true);
    expect(parsed).toMatchObject([
      { level: 30, msg: 'request', requestId: 'from-the-proxy-1', operation: 'listRuns', status: 200, method: 'GET' },
      {
        level: 30,
        msg: 'request',
        requestId: id,
        operation: null,
        status: 404,
        url: '/nothing',
        time: expect.any(Number),
      },
    ]);
  });

  it('says why a request failed, under its id', async () => {
    const lines: string[] = [];
    const folder = join(directory, 'lost');
    const service = await startBareService({
      open: true,
      database: join(directory, 'b.db'),
      attachments: folder,
      log: (line) => void lines.push(line),
      logFormat: 'json',
    });
    rmSync(folder, { recursive: true });
    const { headers } = await probe(service, '/ready');
    const failure = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect(failure).toMatchObject({
      requestId: headers.get('x-request-id'),
      msg: expect.stringContaining('The attachment store is unreachable. (ENOENT'),
    });
  });
});
