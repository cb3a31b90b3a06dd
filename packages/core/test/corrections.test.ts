import { afterEach, expect, it } from 'vitest';
import { flush } from '../src/on-demand.js';
import { deliverySettings, TestJournal } from './journals.js';
import { GUID, type Loopback, startHttp } from './loopback.js';

const RESULTS = /testResults$/;

let service: Loopback | undefined;
afterEach(() => service?.close());

it('a correction is sent after the result that it corrects, and delays no other result', async () => {
  const sent: string[] = [];
  let upload: (() => void) | undefined;
  service = await startHttp(({ url = '' }, response, count) => {
    const answer = () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ id: GUID }));
    // The upload for the first result is answered only after the last result has arrived.
    if (url.includes('attachment') && sent.length === 0) {
      upload = answer;
      return;
    }
    if (RESULTS.test(url)) {
      for (const { autoTestExternalId: id, outcome } of JSON.parse(`${service?.received[count - 1]?.body}`)) {
        sent.push(`${id} ${outcome}`);
        if (id === 'last') upload?.();
      }
    }
    answer();
  });
  const journal = new TestJournal();
  journal.resultWithFile('changed', 'a log');
  journal.result('changed', { corrects: 1 }, { outcome: 'Blocked' });
  journal.result('changed', { corrects: 2 }, { outcome: 'Failed' });
  journal.result('last');
  journal.end();
  const settings = deliverySettings(service.url, { batchSize: 1 });
  expect(await flush({ directory: journal.outbox, settings })).toMatchObject({ isClean: true });
  expect(sent).toEqual(['last Passed', 'changed Passed', 'changed Failed']);
});
