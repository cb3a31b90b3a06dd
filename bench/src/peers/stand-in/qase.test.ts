import { afterEach, beforeEach, expect, test } from 'vitest';
import { ATTACHMENT_BYTES, type PeerService } from '../peer.js';
import { qase } from './qase.js';
import { elements, member, serve } from './service.js';

const TEXT = 'some words. '.repeat(ATTACHMENT_BYTES).slice(0, ATTACHMENT_BYTES);
let service: PeerService;

beforeEach(async () => {
  service = await serve(qase(), 0);
});
afterEach(() => service.close());

test('a run accepts arrays of results and completes', async () => {
  const run = member(await post('/v1/run/BENCH', { title: 'a run' }), 'id');
  await send(`/v2/BENCH/run/${String(run)}/results`, { results: [{ id: 'a' }, { id: 'b' }] });
  await send(`/v1/run/BENCH/${String(run)}/complete`, {});

  expect(await service.delivered()).toMatchObject({ results: 2, attachments: 0, requests: 3 });
});

test('a result sent twice with one id counts once, results without an id count separately', async () => {
  await post('/v1/run/BENCH', {});
  await send('/v2/BENCH/run/1/results', { results: [{ id: 'a' }, {}] });
  await send('/v2/BENCH/run/1/results', { results: [{ id: 'a' }, {}] });

  expect(await service.delivered()).toMatchObject({ results: 3 });
});

test('an attachment counts if it is complete and a result or one of its steps refers to it', async () => {
  await post('/v1/run/BENCH', {});
  const [whole, inStep, broken, unused] = await upload([TEXT, TEXT, TEXT.slice(1), TEXT]);
  expect(unused).toEqual(expect.any(String));
  const steps = [{ steps: [{ execution: { attachments: [inStep] } }] }];
  await send('/v2/BENCH/run/1/results', {
    results: [
      { id: 'a', attachments: [whole, broken] },
      { id: 'b', attachments: [], steps },
    ],
  });

  expect(await service.delivered()).toMatchObject({ results: 2, attachments: 2 });
});

test('results for a run that was not created are refused', async () => {
  const response = await send('/v2/BENCH/run/7/results', { results: [{ id: 'a' }] });

  expect(response.status).toBe(404);
  expect(await service.delivered()).toMatchObject({ results: 0, requests: 1 });
});

async function upload(texts: readonly string[]): Promise<unknown[]> {
  const form = new FormData();
  for (const text of texts) form.append('file[]', new Blob([text], { type: 'text/plain' }), 'note.txt');
  const response = await fetch(`${service.url}/v1/attachment/BENCH`, { method: 'POST', body: form });
  return elements(member(await response.json(), 'result')).map((attachment) => member(attachment, 'hash'));
}

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await send(path, body);
  return member(await response.json(), 'result');
}

function send(path: string, body: unknown): Promise<Response> {
  return fetch(service.url + path, { method: 'POST', body: JSON.stringify(body) });
}
