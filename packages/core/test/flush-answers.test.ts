import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { drainImpatiently } from './drain-impatiently.js';
import { deliverySettings, numbered, TestJournal } from './journals.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

describe('flush handles answers', () => {
  it('sets unmatched results aside, sends the others, and tries again at the next flush', async () => {
    const known = numbered(120).filter((_, index) => index % 7 !== 0);
    const tms = await start({ externalIds: known });
    const journal = new TestJournal();
    for (const id of numbered(120)) journal.result(id);
    journal.end();
    const settings = deliverySettings(tms.url);
    const first = await flush({ directory: journal.outbox, settings });
    expect(first.sessions[0]).toMatchObject({
      sent: known.length,
      unmatched: 120 - known.length,
      left: 0,
      outcome: 'left',
    });
    expect(idsIn(tms).sort()).toEqual([...known].sort());
    const second = await flush({ directory: journal.outbox, settings });
    expect(second.sessions[0]).toMatchObject({ sent: 0, unmatched: 120 - known.length });
    const third = await flush({ directory: journal.outbox, settings, dropUnmatched: true });
    expect(third.isClean).toBe(true);
    expect(idsIn(tms).length).toBe(known.length);
  });

  it('pauses when none of the first 200 ids is in the run', async () => {
    const tms = await start({ externalIds: ['another'] });
    const journal = new TestJournal();
    for (const id of numbered(1_000)) journal.result(id);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]?.reason).toMatch(
      /^The run has none of these \d+ ids with configuration [-\d]+: check configurationId \(TMS_CONFIGURATION_ID\)/,
    );
    expect(report.left).toBe(1_000);
  });

  it('a result that the service rejects does not hold back its neighbors', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(50)) journal.result(id, {}, id === 'test 17' ? { outcome: 'Perhaps' } : {});
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ sent: 49, refused: 1, unmatched: 0 });
    const reason = '/outcome must be equal to one of the allowed values';
    expect(report.sessions[0]?.refusals).toEqual([{ externalId: 'test 17', reason, unmatched: false }]);
  });

  it.each([['test 0'], ['test 49'], ['test 17', 'test 18']])(
    'results that the service fails to process hold back no others: %s',
    async (...fails) => {
      const tms = await start({ fails });
      const journal = new TestJournal();
      for (const id of numbered(50)) journal.result(id);
      journal.end();
      const paused = expect.stringMatching(
        `^The result of "${fails[0]}" always fails\\. The service .*500.*database error`,
      );
      expect(await drainImpatiently(journal, tms.url)).toMatchObject({
        ...{ left: fails.length, state: { sent: 50 - fails.length, refused: 0, paused } },
      });
      expect(idsIn(tms).sort()).toEqual(
        numbered(50)
          .filter((id) => !fails.includes(id))
          .sort(),
      );
      expect(tms.runEvents.filter((event) => event.startsWith('Complete'))).toEqual([]);
    },
  );

  it('a service that fails to process any result gets few requests at last, and keeps the rest', async () => {
    const tms = await start({ fails: numbered(50) });
    const journal = new TestJournal();
    for (const id of numbered(50)) journal.result(id);
    expect(await drainImpatiently(journal, tms.url)).toMatchObject({ left: 50, state: { sent: 0, refused: 0 } });
    expect(tms.requests.length).toBeLessThan(30);
  });

  it('falls back to single objects if the service accepts no arrays', async () => {
    const tms = await start({ objectsOnly: true });
    const journal = new TestJournal();
    for (const id of numbered(30)) journal.result(id);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.isClean).toBe(true);
    expect(idsIn(tms).sort()).toEqual(numbered(30).sort());
    // Halving finds it out.
    expect(tms.requests.length).toBeLessThan(40);
  });

  it('loses nothing if the service accepts no arrays, and was unavailable before it said so', async () => {
    const tms = await start({
      objectsOnly: true,
      intercept: (request, response, count) => {
        if (count !== 1) return false;
        request.resume();
        response.writeHead(503).end();
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(60)) journal.result(id);
    const settings = deliverySettings(tms.url, { batchSize: 20 });
    expect((await flush({ directory: journal.outbox, settings })).isClean).toBe(true);
    expect(idsIn(tms).sort()).toEqual(numbered(60).sort());
  });

  it('halves an array that is too large', async () => {
    const tms = await start({
      intercept: (request, response) => {
        if (Number(request.headers['content-length']) < 3_000) return false;
        request.resume();
        response.writeHead(413).end();
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(100)) journal.result(id);
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
    expect(idsIn(tms).sort()).toEqual(numbered(100).sort());
  });

  it('tries again after connection resets, 429, 500 and an incomplete answer', async () => {
    const tms = await start({
      intercept: (request, response, count) => {
        request.resume();
        if (count === 1) request.socket.destroy();
        else if (count === 2) response.writeHead(429, { 'Retry-After': '0' }).end();
        else if (count === 3) response.writeHead(500).end('<html>');
        else if (count === 4) {
          response.writeHead(503, { 'Content-Length': '100' });
          response.write('half', () => request.socket.destroy());
        } else return false;
        return true;
      },
    });
    const journal = new TestJournal();
    journal.result('one');
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
    expect(idsIn(tms)).toEqual(['one']);
  });

  it.each([401, 403, 404, 409])('keeps everything and says so when the service answers %i', async (status) => {
    const tms = await start({
      intercept: (request, response) => {
        request.resume();
        response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"message":"no"}');
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(10)) journal.result(id);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ outcome: 'left', left: 10, sent: 0 });
    expect(existsSync(journal.directory)).toBe(true);
  });
});

it.each(['..', '../../Public/CompleteTestRun/1?x=', 'x?y'])(
  'a journal can’t lead to another URL with its run (%j)',
  async (use) => {
    const tms = await start();
    const journal = new TestJournal({ use });
    for (const id of numbered(3)) journal.result(id);
    journal.end('complete');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ outcome: 'left', left: 3, sent: 0 });
    expect(report.sessions[0]?.reason).toBe(
      `${JSON.stringify(use)} is not a run's id: it must be a GUID. Nothing was sent.`,
    );
    expect(tms.requests).toEqual([]);
  },
);

it('keeps results after a doubtful 2xx, and delivers them later', async () => {
  const tms = await start({
    intercept: (request, response, count) => {
      if (count > 1) return false;
      request.resume();
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><title>Maintenance</title>');
      return true;
    },
  });
  const journal = new TestJournal();
  for (const id of numbered(3)) journal.result(id);
  journal.end();
  const settings = deliverySettings(tms.url);
  const [session] = (await flush({ directory: journal.outbox, settings })).sessions;
  expect(session).toMatchObject({ outcome: 'left', left: 3, sent: 0 });
  expect(session?.reason).toMatch(/A web page \(“Maintenance”\) answered instead of the service/);
  expect((await flush({ directory: journal.outbox, settings })).isClean).toBe(true);
  expect(idsIn(tms)).toEqual(numbered(3));
});

describe('a service that asks to wait', () => {
  it('gets no more requests from any session of a flush, which ends at once and says until when', async () => {
    const tms = await start({
      intercept: (_request, response) => {
        response.writeHead(429, { 'Retry-After': '3600' }).end();
        return true;
      },
    });
    const journals = Array.from({ length: 8 }, () => {
      const journal = new TestJournal();
      journal.result('test');
      journal.end();
      return journal.outbox;
    });
    // Not after an hour, which is longer than a test may take.
    const report = await flush({ directory: journals, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ left: 8, isClean: false });
    for (const { reason } of report.sessions)
      expect(reason).toMatch(/asks us to wait until .*\d\d:\d\d \(Retry-After\)/);
    // Those that were in progress before the first answer came.
    expect(tms.requests.length).toBeLessThanOrEqual(3);
  });

  it('gets everything from a flush when the time has come', async () => {
    const tms = await start({
      intercept: (_request, response, count) => {
        if (count === 1) response.writeHead(503, { 'Retry-After': '2' }).end();
        return count === 1;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(500)) journal.result(id);
    const begun = performance.now();
    const settings = deliverySettings(tms.url, { batchSize: 10 });
    const report = await flush({ directory: journal.outbox, settings, impatient: true });
    expect(report.isClean).toBe(true);
    expect(performance.now() - begun).toBeGreaterThan(2_000);
  });
});

it('many sessions and an impatient flush do not wait for each other if the service fails', async () => {
  const tms = await start({
    intercept: (_request, response) => {
      response.writeHead(503).end();
      return true;
    },
  });
  const journals = Array.from({ length: 10 }, () => {
    const journal = new TestJournal();
    journal.result('test');
    return journal.outbox;
  });
  const begun = performance.now();
  const report = await flush({ directory: journals, settings: deliverySettings(tms.url), impatient: true });
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect(report.left).toBe(10);
});
