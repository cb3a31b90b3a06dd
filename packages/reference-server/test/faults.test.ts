import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Faults } from '../src/index.js';
import { ADA, result, startBareService, startService, useServers } from './service.js';

useServers();

const service = await startService();
beforeEach(() => service.server.setFaults(undefined));

const faults = (...rules: Faults['rules']) => service.server.setFaults({ rules });
const history = (run: string) => service.entries(run, 'history');

/** Sends one request on its own connection. Returns what came back, and whether the connection ended normally. */
async function raw(
  path: string,
  body: unknown,
): Promise<{ status?: number; text: string; error?: string; took: number }> {
  const began = performance.now();
  const answer: { status?: number; text: string; error?: string; took: number } = { text: '', took: 0 };
  const headers = { SecretKeyBase64: ADA.secretKey, 'content-type': 'application/json' };
  const sending = request(service.url + path, { method: 'POST', agent: false, headers });
  sending.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    const [response] = await once(sending, 'response');
    answer.status = response.statusCode;
    for await (const chunk of response) answer.text += chunk;
  } catch (error) {
    answer.error = (error as NodeJS.ErrnoException).code ?? String(error);
  }
  return { ...answer, took: performance.now() - began };
}

const send = (run: string) => raw(`/api/v2/testRuns/${run}/testResults`, result());

describe('a fault', () => {
  it('answers with a status and Retry-After, and does nothing', async () => {
    const run = await service.newRun();
    faults({ operation: 'addResults', status: 503, retryAfter: 7 });
    const answer = await service.addResults(run, result());
    expect(answer).toMatchObject({ status: 503, body: { status: 503, detail: expect.any(String) } });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await history(run)).toEqual([]);
  });

  it('gives each call the next status of a list, then lets calls pass', async () => {
    const run = await service.newRun();
    faults({ operation: 'addResults', status: [500, 200, 429] });
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await service.addResults(run, result())).status);
    expect(statuses).toEqual([500, 200, 429, 200, 200]);
    expect(await history(run)).toHaveLength(3);
  });

  it.each([
    ['before', false, 0, 'ECONNRESET'],
    ['before', true, 0, 'ECONNRESET'],
    ['during', false, 0, 'ECONNRESET'],
    ['during', true, 0, 'ECONNRESET'],
    ['after', false, 1, 'ECONNRESET'],
    ['after', true, 1, 'ECONNRESET'],
  ] as const)('drops the connection %s the write (by a reset: %s)', async (drop, reset, written, error) => {
    const run = await service.newRun();
    faults({ operation: 'addResults', drop, reset });
    expect(await send(run)).toMatchObject({ text: '', error });
    expect(await history(run)).toHaveLength(written);
  });

  it('drops the connection in the middle of an attachment', async () => {
    faults({ operation: 'uploadAttachment', drop: 'during' });
    const body = new FormData();
    body.append('file', new Blob([randomBytes(5_000_000)]), 'large.bin');
    await expect(service.request('POST', '/api/Public/attachment', { body })).rejects.toThrow();
    service.server.setFaults(undefined);
    expect((await service.request('POST', '/api/Public/attachment', { body })).status).toBe(200);
  });

  it('truncates the answer, even one without a body', async () => {
    const run = await service.newRun();
    faults({ answer: 'truncated' });
    const cut = await send(run);
    expect(cut).toMatchObject({ status: 200, error: 'ECONNRESET' });
    expect(cut.text).toMatch(/^\["[0-9a-f-]+$/);
    expect((await raw(`/api/Public/StartTestRun/${run}`, undefined)).error).toMatch(/ECONNRESET|HPE_/);
    service.server.setFaults(undefined);
    expect(await service.run(run)).toMatchObject({ status: 'In progress', testPoints: [{ status: 'Passed' }, {}] });
  });

  it.each([
    ['html', 200, /^<!doctype html>/],
    ['empty', 200, /^$/],
    [{ body: 'OK', contentType: 'text/plain' }, 200, /^OK$/],
    [{ body: '{"id":' }, 200, /^{"id":$/],
  ] as const)('answers %j instead of JSON, after the write', async (answer, status, text) => {
    const run = await service.newRun();
    faults({ answer });
    expect(await send(run)).toMatchObject({ status, text: expect.stringMatching(text) });
    service.server.setFaults(undefined);
    expect(await history(run)).toHaveLength(1);
  });

  it('corrupts an error response as well', async () => {
    faults({ status: 502, answer: 'html' });
    const { status, text } = await send('x');
    expect(status).toBe(502);
    expect(text).toContain('<h1>');
  });

  it('refuses arrays, and accepts objects', async () => {
    const run = await service.newRun();
    faults({ operation: 'addResults', refuseArrays: true });
    const refused = await service.addResults(run, [result()]);
    expect(refused).toMatchObject({ status: 400, body: { detail: 'The body must be object, not array.' } });
    expect((await service.addResults(run, result())).status).toBe(200);
    expect(await history(run)).toHaveLength(1);
  });

  it('lets the answer drip', async () => {
    const run = await service.newRun();
    faults({ operation: 'addResults', drip: 5 });
    const { status, text, took } = await send(run);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual([expect.any(String)]);
    expect(took).toBeGreaterThan(40 * 5 * 0.9);
  });

  it('makes calls wait, for a fixed or a random time', async () => {
    const run = await service.newRun();
    faults({ operation: 'addResults', latency: 150 }, { latency: [50, 60] });
    const { status, took } = await send(run);
    expect(status).toBe(200);
    expect(took).toBeGreaterThan(195);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('hangs %s the write until the server closes', async (hang, written) => {
    const other = await startBareService({ open: true, faults: { rules: [{ operation: 'addResults', hang }] } });
    const run = '11111111-1111-4111-8111-111111111111';
    await other.move(run, 'Start');
    const answer = expect(other.addResults(run, result())).rejects.toThrow();
    const counted = async () => (await other.get('/inspect/requests')).body;
    await expect.poll(counted).toMatchObject({ strikes: [1] });
    await expect.poll(() => other.entries(run, 'history')).toHaveLength(written);
    await other.server.close();
    await answer;
  });

  it('never affects the inspection', async () => {
    faults({ drop: 'before' });
    expect((await service.get('/inspect/runs')).status).toBe(200);
  });

  it('is counted', async () => {
    const other = await startBareService({ open: true });
    const run = '11111111-1111-4111-8111-111111111111';
    await other.addResults(run, result());
    other.server.setFaults({
      rules: [
        { calls: 2, drop: 'after' },
        { calls: [1, 3], status: 503 },
      ],
    });
    for (let call = 0; call < 4; call++) await other.addResults(run, result()).catch(() => undefined);
    await expect
      .poll(async () => (await other.get('/inspect/requests')).body)
      .toMatchObject({
        counts: expect.arrayContaining([
          { operation: 'addResults', status: 200, requests: 2 },
          { operation: 'addResults', status: 503, requests: 2 },
          { operation: 'addResults', status: 0, requests: 1 },
        ]),
        strikes: [1, 2],
      });
  });
});

it.each([
  [{ operation: 'addResult' }, 'faults.rules[0].operation must be one or more of listRuns'],
  [{ probability: 1.5 }, 'faults.rules[0].probability must be a number from 0 to 1'],
  [{ times: -1 }, 'times'],
  [{ latency: [5, 1] }, 'latency'],
  [{ status: [503, 99] }, 'status'],
  [{ drip: -1 }, 'drip'],
  [{ delay: 5 }, 'Unknown key in faults.rules[0]: delay'],
  [{ toString: 5 }, 'Unknown key in faults.rules[0]: toString'],
  [{ probability: '0.5' }, 'probability must be a number from 0 to 1'],
  [{ probability: Number.NaN }, 'probability'],
  [{ latency: '5' }, 'latency'],
  [{ latency: [1, 2, 3] }, 'latency'],
  [{ status: '503' }, 'status'],
  // A timer with a longer delay fires at once.
  [{ latency: 2 ** 31 }, 'latency must be milliseconds, 0 to 2147483647, or a range of them'],
  [{ latency: [1, Number.POSITIVE_INFINITY] }, 'latency must be milliseconds, 0 to 2147483647'],
  [{ drip: Number.NaN }, 'drip must be milliseconds, 0 to 2147483647'],
  [{ retryAfter: {} }, 'retryAfter must be seconds, or an HTTP date'],
  [{ drop: 'later' }, 'drop must be before, during, or after.'],
  [{ hang: true }, 'hang must be before or after'],
  [{ reset: 'yes' }, 'reset must be true or false'],
  [{ answer: 'broken' }, 'answer must be truncated, empty, html, or'],
  [{ answer: { contentType: 'text/html' } }, 'answer'],
  [{ calls: 0 }, 'calls must be a whole number (1 or more)'],
  [{ calls: 1.5 }, 'calls must be a whole number'],
  [{ calls: [] }, 'calls must be a whole number'],
  [{ operation: [] }, 'operation must be one or more of'],
  [{ status: [] }, 'status must be a status from 200 to 599, or a list of them'],
  [{ calls: { from: 1, step: 2 } }, 'calls'],
  ['drop', 'faults.rules[0] must be an object'],
])('the invalid fault %j is refused', async (rule, message) => {
  expect(() => service.server.setFaults({ rules: [rule as Faults['rules'][number]] })).toThrow(message);
});

it.each([
  [[], 'faults must be an object with `rules`.'],
  [null, 'faults must be an object with `rules`.'],
  [{}, 'faults.rules must be an array.'],
  [{ seed: 'x', rules: [] }, 'faults.seed must be a number.'],
  [{ rules: [], rule: [] }, 'Unknown key in faults: rule.'],
])('the invalid faults %j are refused', (faults, message) => {
  expect(() => service.server.setFaults(faults as unknown as Faults)).toThrow(message);
});
