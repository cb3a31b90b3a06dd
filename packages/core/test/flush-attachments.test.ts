import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { asOrdinaryUser } from './as-ordinary-user.js';
import { drainImpatiently } from './drain-impatiently.js';
import { deliverySettings, KEY, numbered, TestJournal } from './journals.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

describe("flush and a journal's attachments", () => {
  it('uploads the same bytes once, before the results that name them', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.resultWithFile('one', 'the same');
    journal.resultWithFile('two', 'the same');
    journal.resultWithFile('three', 'another');
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
    expect(tms.violations).toEqual([]);
    expect([...tms.attachments.values()].map(({ content }) => content.toString()).sort()).toEqual([
      'another',
      'the same',
    ]);
    expect(tms.results.length).toBe(3);
  });

  it('tries no other attachment once the service has refused the credentials', async () => {
    const tms = await start({ secretKey: 'another key' });
    const journal = new TestJournal();
    for (const id of numbered(20)) journal.resultWithFile(id, id);
    const settings = deliverySettings(tms.url, { concurrency: 1 });
    const { sessions } = await flush({ directory: journal.outbox, settings });
    expect(sessions[0]).toMatchObject({ left: 20, reason: expect.stringContaining('TMS_SECRET_KEY') });
    expect(tms.requests.length).toBeLessThanOrEqual(2);
  });

  it('masks secrets in text attachments', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.resultWithFile('one', `key=${KEY} word=hunter22`);
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url, { redact: ['hunter22'] }) });
    expect([...tms.attachments.values()].map(({ content }) => content.toString())).toEqual(['key=*** word=***']);
  });

  it.each(['application/csv', 'application/sql', 'application/octet-stream'])(
    'masks secrets in text with the content type %s',
    async (contentType) => {
      const tms = await start();
      const journal = new TestJournal();
      journal.resultWithFile('one', `key=${KEY} word=hunter22`, 'log', contentType);
      await flush({ directory: journal.outbox, settings: deliverySettings(tms.url, { redact: ['hunter22'] }) });
      expect([...tms.attachments.values()].map(({ content }) => content.toString())).toEqual(['key=*** word=***']);
    },
  );

  it('a missing attachment does not hold back its result, which says what is missing', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.resultWithFile('one', undefined, 'video.txt');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.violations).toEqual([]);
    expect(tms.results[0]?.body).toMatchObject({ attachments: [], message: expect.stringContaining('video.txt') });
    expect(report.sessions[0]).toMatchObject({ attachmentsMissing: 1, attachmentsRefused: [expect.any(String)] });
  });

  it.skipIf(process.platform === 'win32')(
    'attachments that this user may not read hold back nothing, however many',
    async () => {
      const tms = await start();
      const journal = new TestJournal();
      for (const id of numbered(6)) journal.resultWithFile(id, `log of ${id}`);
      journal.result('after them');
      const report = await asOrdinaryUser(journal, () => {
        for (const name of readdirSync(join(journal.directory, 'attachments'))) {
          chmodSync(join(journal.directory, 'attachments', name), 0);
        }
        return flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
      });
      expect(report.isClean).toBe(true);
      expect(idsIn(tms).length).toBe(7);
      const told = tms.results.filter(({ body }) => String(body.message).includes('Attachment missing: log.txt'));
      expect(told.length).toBe(6);
      expect(tms.attachments.size).toBe(0);
    },
  );

  it('at most four large files are uploaded at once, and small ones do not wait for them', async () => {
    const seen = { large: 0, small: 0 };
    const held = { large: [] as ServerResponse[], small: [] as ServerResponse[] };
    let isHolding = true;
    const tms = await start({
      intercept: (request, response) => {
        if (!request.url?.endsWith('/attachment')) return false;
        request.resume();
        const kind = Number(request.headers['content-length']) > LARGE ? 'large' : 'small';
        seen[kind]++;
        if (isHolding) held[kind].push(response);
        else taken(response);
        return true;
      },
    });
    const taken = (response: ServerResponse | undefined) => {
      const id = randomUUID();
      tms.attachments.set(id, { name: 'log.txt', contentType: 'text/plain', content: Buffer.alloc(0) });
      response?.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id }));
    };
    const journal = new TestJournal();
    for (const [index, id] of numbered(12).entries()) journal.resultWithFile(`large ${id}`, 'x'.repeat(LARGE + index));
    for (const [index, id] of numbered(5).entries()) journal.resultWithFile(`small ${id}`, 'x'.repeat(1 + index));
    const flushing = flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    await vi.waitFor(() => expect(seen).toEqual({ large: 4, small: 4 }), PATIENCE);
    for (const response of held.large.splice(0)) taken(response);
    await vi.waitFor(() => expect(seen.large).toBeGreaterThanOrEqual(8), PATIENCE);
    // Anything else that the four answers trigger is sent before the request that this one triggers.
    taken(held.small.shift());
    await vi.waitFor(() => expect(seen.small).toBe(5), PATIENCE);
    expect(seen.large).toBe(8);
    isHolding = false;
    for (const response of [...held.large, ...held.small]) taken(response);
    expect((await flushing).sessions[0]).toMatchObject({ sent: 17, attachmentsMissing: 0 });
  });

  it('an upload is retried if its first answer is mangled', async () => {
    let mangled = 0;
    const tms = await start({
      intercept: (request, response) => {
        if (!request.url?.endsWith('/attachment') || mangled++ > 0) return false;
        request.resume();
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('<<not json>>');
        return true;
      },
    });
    const journal = new TestJournal();
    journal.resultWithFile('one', 'content');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.attachments.size).toBe(1);
    expect(tms.results[0]?.body.attachments).toEqual([...tms.attachments.keys()]);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['is always answered with 500', (response) => response.writeHead(500).end('{"message":"the scanner is broken"}')],
    ['always breaks the connection', (response) => response.destroy()],
  ])('at last, results go without an attachment whose upload %s', async (_what, fail) => {
    const tms = await start({
      intercept: (request, response) => {
        if (!request.url?.endsWith('/attachment') || Number(request.headers['content-length']) < LARGE) return false;
        request.resume();
        fail(response);
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(5)) journal.resultWithFile(id, 'x'.repeat(LARGE), `log of ${id}.txt`);
    for (const id of ['sound', 'sound, too']) journal.resultWithFile(id, id);
    journal.end();
    expect(await drainImpatiently(journal, tms.url)).toMatchObject({
      ...{ left: 0, state: { sent: 7, refused: 0, attachmentsMissing: 5 } },
    });
    expect(tms.violations).toEqual([]);
    expect(tms.attachments.size).toBe(2);
    const told = tms.results.filter(({ body }) => /^Attachment missing: log of/.test(String(body.message)));
    expect(told.length).toBe(5);
  });

  it('results keep their attachments if the service takes neither', async () => {
    let isDown = true;
    const tms = await start({
      intercept: (request, response) => {
        if (!isDown) return false;
        request.resume();
        response.writeHead(503).end();
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(5)) journal.resultWithFile(id, id);
    journal.end();
    const end = await drainImpatiently(journal, tms.url);
    const paused = expect.stringContaining('HTTP 503');
    expect(end).toMatchObject({ left: 5, state: { sent: 0, attachmentsMissing: 0, paused } });
    isDown = false;
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
    expect(tms.attachments.size).toBe(5);
    expect(tms.results.every(({ body }) => body.message === undefined)).toBe(true);
  });
});

/** Bytes of a file that is streamed. */
const LARGE = 100_000;
/** A guard against hanging, milliseconds. */
const PATIENCE = 60_000;
