import { afterEach, beforeEach, expect, test } from 'vitest';
import { ATTACHMENT_BYTES, type PeerService } from '../peer.js';
import { reportPortal } from './reportportal.js';
import { member, serve } from './service.js';

const TEXT = 'some words. '.repeat(ATTACHMENT_BYTES).slice(0, ATTACHMENT_BYTES);
let service: PeerService;
let launchUuid: string;

beforeEach(async () => {
  service = await serve(reportPortal(), 0);
  launchUuid = await start('launch', { name: 'a launch' });
});
afterEach(() => service.close());

test('items of type STEP are results once they finish; suites and nested steps are not', async () => {
  const suite = await start('item/', { launchUuid, type: 'SUITE' });
  const finished = await start(`item/${suite}`, { launchUuid, type: 'STEP' });
  const nested = await start(`item/${finished}`, { launchUuid, type: 'STEP', hasStats: false });
  await start(`item/${suite}`, { launchUuid, type: 'STEP' });
  const inMocha = await start(`item/${suite}`, { launchUuid, type: 'step' });
  for (const item of [nested, finished, inMocha, suite]) await send('PUT', `item/${item}`, { launchUuid });

  expect((await send('PUT', `launch/${launchUuid}/finish`, {})).status).toBe(200);
  expect(await service.delivered()).toMatchObject({ results: 2, requests: 11 });
});

test('an attachment that is sent for a test and again for one of its steps counts once', async () => {
  const item = await start('item/', { launchUuid, type: 'STEP' });
  const step = await start(`item/${item}`, { launchUuid, type: 'STEP', hasStats: false });
  const other = await start('item/', { launchUuid, type: 'STEP' });
  for (const itemUuid of [item, step, other]) await attach(itemUuid, TEXT);
  await attach(item, TEXT.slice(1));

  expect(await service.delivered()).toMatchObject({ attachments: 2 });
});

test('items and logs without a launch or item are refused', async () => {
  const refused = [
    await send('POST', 'item/', { launchUuid: 'unknown', type: 'STEP' }),
    await send('POST', 'item/unknown', { launchUuid, type: 'STEP' }),
    await send('PUT', 'item/unknown', { launchUuid }),
    await send('POST', 'log', { launchUuid, itemUuid: 'unknown', message: 'hello' }),
    await send('PUT', 'launch/unknown/finish', {}),
  ];

  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await send('POST', 'log', { launchUuid, message: 'of the launch' })).status).toBe(201);
});

async function attach(itemUuid: string, text: string): Promise<void> {
  const form = new FormData();
  const logs = [{ launchUuid, itemUuid, message: 'an attachment', file: { name: 'note.txt' } }];
  form.append('json_request_part', new Blob([JSON.stringify(logs)], { type: 'application/json' }));
  form.append('file', new Blob([text], { type: 'text/plain' }), 'note.txt');
  const response = await fetch(`${service.url}/api/v2/bench/log`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
}

async function start(path: string, body: unknown): Promise<string> {
  const response = await send('POST', path, body);
  expect(response.status).toBe(201);
  return String(member(await response.json(), 'id'));
}

function send(method: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${service.url}/api/v2/bench/${path}`, { method, body: JSON.stringify(body) });
}
