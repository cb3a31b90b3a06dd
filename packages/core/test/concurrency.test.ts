import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { Delivery } from '../src/delivery/delivery.js';
import { flush } from '../src/delivery/flush.js';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { ServiceClient } from '../src/service/client.js';
import { deliverySettings, KEY, numbered, TestJournal } from './journals.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

/** Size of a streamed file, bytes. */
const LARGE = 100_000;
/** Response time of a fast service, milliseconds. */
const LATENCY = 5;

/** A fast service that counts simultaneous requests of each kind. */
async function startCounting() {
  const most = { results: 0, attachments: 0 };
  const now = { results: 0, attachments: 0 };
  const tms = await start({
    intercept(request, response) {
      const kind = kindOf(request);
      if (kind === undefined) return false;
      most[kind] = Math.max(most[kind], ++now[kind]);
      answerLater(request, response, () => now[kind]--);
      return true;
    },
  });
  return { tms, most };
}

function kindOf({ url }: IncomingMessage): 'results' | 'attachments' | undefined {
  if (url?.endsWith('/testResults')) return 'results';
  return url?.endsWith('/attachment') ? 'attachments' : undefined;
}

function answerLater(request: IncomingMessage, response: ServerResponse, onAnswer: () => void): void {
  request.resume();
  request.once('end', () =>
    setTimeout(() => {
      onAnswer();
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"id":"0f8fad5b-d9cb-469f-a165-70867728950e"}');
    }, LATENCY),
  );
}

/** A session with results without files, with small files, and with streamed files. */
function leaveSession(count: number): string {
  const journal = new TestJournal();
  for (const id of numbered(count)) journal.result(id);
  for (const [index, id] of numbered(count).entries()) {
    journal.resultWithFile(`small ${id}`, 'x'.repeat(1 + index));
    journal.resultWithFile(`large ${id}`, 'x'.repeat(LARGE + index));
  }
  return journal.outbox;
}

it.each(IS_LONG ? [1, 2, 4] : [2])(
  'a flush of one session makes at most %i requests of a kind at once',
  async (concurrency) => {
    const { tms, most } = await startCounting();
    const settings = deliverySettings(tms.url, { concurrency, batchSize: 1 });
    const report = await flush({ directory: leaveSession(30), settings });
    expect(report.isClean).toBe(true);
    expect(most).toEqual({ results: concurrency, attachments: concurrency });
  },
);

it.each(IS_LONG ? [1, 2, 4, 12] : [4])(
  'a flush of many sessions makes at most %i requests at once',
  async (concurrency) => {
    const { tms, most } = await startCounting();
    const settings = deliverySettings(tms.url, { concurrency, batchSize: 1 });
    const report = await flush({ directory: Array.from({ length: 5 }, () => leaveSession(15)), settings });
    expect(report.isClean).toBe(true);
    expect(most.results).toBeLessThanOrEqual(concurrency);
    expect(most.attachments).toBeLessThanOrEqual(concurrency);
  },
);

it('a waiting array keeps growing', async () => {
  const held: ServerResponse[] = [];
  let isHolding = true;
  const tms = await start({
    intercept(request, response) {
      if (!isHolding || kindOf(request) !== 'results') return false;
      request.resume();
      held.push(response);
      return true;
    },
  });
  const journal = new TestJournal();
  const settings = deliverySettings(tms.url, { concurrency: 1 });
  const service = new ServiceClient(settings);
  const files = sessionFiles(journal.directory);
  const redaction = compileRedaction(KEY, []);
  const delivery = new Delivery({ ...settings, files, service, live: true, redaction, flushInterval: 0 });
  journal.result('first');
  delivery.wake();
  await vi.waitUntil(() => held.length === 1, { timeout: 20_000 });
  for (const id of numbered(5)) {
    journal.result(id);
    delivery.wake();
  }
  isHolding = false;
  held[0]?.writeHead(200).end();
  await delivery.drain(1_000);
  delivery.close();
  service.close();
  expect(idsIn(tms)).toEqual(numbered(5));
  expect(tms.requests.filter((request) => request.includes('testResults'))).toHaveLength(2);
});
