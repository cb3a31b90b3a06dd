import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { SessionLock } from '../src/outbox/lock.js';
import { deliverySettings, KEY, RUN, TestJournal } from './journals.js';
import { type StrictService, type StrictServiceOptions, startStrictService } from './strict-service.js';

let service: StrictService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function start(options: Partial<StrictServiceOptions> = {}): Promise<StrictService> {
  service = await startStrictService({ secretKey: KEY, ...options });
  return service;
}

function ids({ results }: StrictService): unknown[] {
  return results.map(({ body }) => body.autoTestExternalId);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `test ${index}`);
}

describe('flush', () => {
  it('delivers every result of a journal once, in arrays, and clears the journal away', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(250)) journal.result(id);
    journal.end();
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ left: 0, isClean: true });
    expect(ids(tms).sort()).toEqual(numbered(250).sort());
    expect(tms.requests.length).toBe(3);
    expect(tms.violations).toEqual([]);
    expect(existsSync(journal.directory)).toBe(false);
  });

  it('creates, starts and completes the run that the journal asks for', async () => {
    const tms = await start();
    const journal = new TestJournal({
      create: {
        projectGlobalId: 1,
        testPlanGlobalId: 2,
        testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 8 }],
      },
    });
    journal.result('one');
    journal.end('complete');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
    expect(tms.violations).toEqual([]);
  });

  it('makes a run from the test cases that the tests named', async () => {
    const tms = await start();
    const journal = new TestJournal({ create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: 'from-tests' } });
    journal.result('one', { testCases: [101, 102] });
    journal.result('two', { testCases: [101] });
    journal.end('complete');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(JSON.parse(tms.runEvents[0]?.slice('Create '.length) ?? '').testPoints).toEqual([
      { configurationGlobalId: 7, testCaseGlobalId: 101 },
      { configurationGlobalId: 7, testCaseGlobalId: 102 },
    ]);
    expect(ids(tms).sort()).toEqual(['one', 'two']);
  });

  it('stops the run of a session that died, and promotes attempts that have no result', async () => {
    const tms = await start();
    const journal = new TestJournal({
      create: {
        projectGlobalId: 1,
        testPlanGlobalId: 2,
        testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 8 }],
      },
    });
    journal.result('retried', { kind: 'attempt', key: 1 }, { outcome: 'Failed' });
    journal.result('cut short', { kind: 'attempt', key: 2 }, { outcome: 'Failed', message: 'first' });
    journal.result('cut short', { kind: 'attempt', key: 2 }, { outcome: 'Failed', message: 'second' });
    journal.result('retried', { key: 1 });
    journal.raw('{"kind":"result","id":"torn');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.results.map(({ body }) => [body.autoTestExternalId, body.outcome, body.message])).toEqual([
      ['retried', 'Passed', undefined],
      ['cut short', 'Failed', 'second'],
    ]);
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Stop']);
  });

  it('makes no run for a session that died before it recorded anything', async () => {
    const tms = await start();
    const journal = new TestJournal({
      create: {
        projectGlobalId: 1,
        testPlanGlobalId: 2,
        testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 8 }],
      },
    });
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.isClean).toBe(true);
    expect(tms.requests).toEqual([]);
  });

  it('ends a run whose results were all delivered before the session died', async () => {
    let refuse = true;
    const tms = await start({
      intercept: (request, response) => {
        if (!refuse || !request.url?.includes('Complete')) return false;
        request.resume();
        response.writeHead(401).end();
        return true;
      },
    });
    const journal = new TestJournal();
    journal.result('one');
    journal.end('complete');
    const settings = deliverySettings(tms.url);
    expect((await flush({ directory: journal.outbox, settings })).sessions[0]).toMatchObject({
      sent: 1,
      outcome: 'left',
    });
    refuse = false;
    expect((await flush({ directory: journal.outbox, settings })).isClean).toBe(true);
    expect(tms.runEvents).toEqual([`Complete ${RUN}`]);
    expect(ids(tms)).toEqual(['one']);
  });

  it('never starts a run that the session was given', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.runEvents).toEqual([]);
    expect(tms.results.map(({ runId }) => runId)).toEqual([RUN]);
  });

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
    expect(ids(tms).sort()).toEqual([...known].sort());
    const second = await flush({ directory: journal.outbox, settings });
    expect(second.sessions[0]).toMatchObject({ sent: 0, unmatched: 120 - known.length });
    const third = await flush({ directory: journal.outbox, settings, dropUnmatched: true });
    expect(third.isClean).toBe(true);
    expect(ids(tms).length).toBe(known.length);
  });

  it('pauses when none of the first 200 ids is in the run', async () => {
    const tms = await start({ externalIds: ['another'] });
    const journal = new TestJournal();
    for (const id of numbered(1_000)) journal.result(id);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]?.reason).toMatch(/^None of \d+ ids is in the run; compare with `testpoint catalog`$/);
    expect(report.left).toBe(1_000);
  });

  it('a result that the service rejects does not hold back its neighbours', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(50)) journal.result(id, {}, id === 'test 17' ? { outcome: 'Perhaps' } : {});
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ sent: 49, refused: 1, unmatched: 0 });
    expect(report.sessions[0]?.refusals).toEqual([{ externalId: 'test 17', reason: 'outcome', unmatched: false }]);
  });

  it('falls back to single objects when the service takes no arrays', async () => {
    const tms = await start({ objectsOnly: true });
    const journal = new TestJournal();
    for (const id of numbered(30)) journal.result(id);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.isClean).toBe(true);
    expect(ids(tms).sort()).toEqual(numbered(30).sort());
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
    expect(ids(tms).sort()).toEqual(numbered(100).sort());
  });

  it('tries again after connection resets, 429, 500 and half an answer', async () => {
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
    expect(ids(tms)).toEqual(['one']);
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

  it('masks secrets in text attachments', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.resultWithFile('one', `key=${KEY} word=hunter22`);
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url, { redact: ['hunter22'] }) });
    expect([...tms.attachments.values()].map(({ content }) => content.toString())).toEqual(['key=*** word=***']);
  });

  it('a missing attachment does not hold back its result, which says what is missing', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.resultWithFile('one', undefined, 'video.txt');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.violations).toEqual([]);
    expect(tms.results[0]?.body).toMatchObject({ attachments: [], message: expect.stringContaining('video.txt') });
    expect(report.sessions[0]?.attachmentsRefused.length).toBe(1);
  });

  it('an upload whose answer comes mangled once is made again', async () => {
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

  it('never reads a file outside of the session, whatever a journal from elsewhere names', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const secret = join(journal.outbox, 'secret.txt');
    writeFileSync(secret, 'outside');
    mkdirSync(join(journal.directory, 'attachments'), { recursive: true });
    symlinkSync(secret, join(journal.directory, 'attachments', '000099.txt'));
    for (const [index, file] of ['../../secret.txt', secret, '000099.txt', '..', ''].entries()) {
      const placeholder = `00000000-0000-0000-0000-00000000000${index}`;
      journal.result(
        `test ${index}`,
        { attachments: [{ file, name: 'x', contentType: 'text/plain', placeholder }] },
        { attachments: [placeholder] },
      );
    }
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.attachments.size).toBe(0);
    expect(tms.results.length).toBe(5);
  });

  it.each([
    ['progress.ndjson', 'file'],
    ['attachments', 'folder'],
  ])('never follows a link of a session from elsewhere: %s', async (name, kind) => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    const outside = join(mkdtempSync(join(tmpdir(), 'testpoint-outside-')), 'outside');
    if (kind === 'file') writeFileSync(outside, 'mine\n');
    else mkdirSync(outside);
    rmSync(join(journal.directory, name), { recursive: true, force: true });
    symlinkSync(outside, join(journal.directory, name));
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: false, sessions: [{ outcome: 'unreadable' }] });
    expect(report.sessions[0]?.reason).toContain(join(journal.directory, name));
    if (kind === 'file') expect(readFileSync(outside, 'utf8')).toBe('mine\n');
    expect(tms.requests).toEqual([]);
  });

  it('leaves a journal alone that a newer version has written', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const path = join(journal.directory, 'journal.ndjson');
    writeFileSync(path, '{"kind":"session","format":2,"run":{},"wire":{}}\n{"kind":"outcome"}\n');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ outcome: 'unreadable', reason: expect.stringContaining(path) });
    expect(existsSync(path)).toBe(true);
  });

  it("a run's id from elsewhere reaches no other address of the service", async () => {
    const tms = await start();
    const journal = new TestJournal({ use: '../../Public/CompleteTestRun/1?x=' });
    journal.result('one');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.requests).toEqual(['POST /api/v2/testRuns/..%2F..%2FPublic%2FCompleteTestRun%2F1%3Fx%3D/testResults']);
  });

  it('two flushes at once deliver every result once', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(500)) journal.result(id);
    const settings = deliverySettings(tms.url, { batchSize: 10 });
    const reports = await Promise.all([
      flush({ directory: journal.outbox, settings }),
      flush({ directory: journal.outbox, settings }),
    ]);
    expect(ids(tms).sort()).toEqual(numbered(500).sort());
    expect(reports.flatMap(({ sessions }) => sessions.map(({ outcome }) => outcome)).sort()).toEqual([
      'busy',
      'delivered',
    ]);
  });

  it('two flushes of many sessions at once neither fail nor leave anything', async () => {
    const tms = await start();
    const journals = Array.from({ length: 20 }, () => new TestJournal());
    for (const journal of journals) journal.result('one');
    const directory = journals.map(({ outbox }) => outbox);
    const settings = deliverySettings(tms.url);
    await Promise.all([flush({ directory, settings }), flush({ directory, settings }), flush({ directory, settings })]);
    expect(tms.results.length).toBe(20);
    expect(journals.filter((journal) => existsSync(journal.directory))).toEqual([]);
  });

  it('a flush that comes after another has cleared the session away has nothing to do', async () => {
    const tms = await start();
    const journal = new TestJournal();
    mkdirSync(join(journal.directory, 'mine'));
    journal.result('one');
    const settings = deliverySettings(tms.url);
    await flush({ directory: journal.directory, settings });
    expect(await flush({ directory: journal.directory, settings })).toEqual({ sessions: [], left: 0, isClean: true });
    expect(tms.results.length).toBe(1);
  });

  it('clears away what is left of a session whose clearing away was cut short', async () => {
    const tms = await start();
    const journal = new TestJournal();
    renameSync(join(journal.directory, 'journal.ndjson'), join(journal.directory, 'delivered.ndjson'));
    writeFileSync(join(journal.directory, 'progress.ndjson'), '');
    const longAgo = new Date(Date.now() - 1_000);
    utimesSync(join(journal.directory, 'delivered.ndjson'), longAgo, longAgo);
    const settings = deliverySettings(tms.url);
    await flush({ directory: journal.outbox, settings: { ...settings, keepDelivered: 1 } });
    expect(existsSync(journal.directory)).toBe(true);
    await flush({ directory: journal.outbox, settings });
    expect(existsSync(journal.directory)).toBe(false);
    expect(tms.requests).toEqual([]);
  });

  it('takes over the lock of a process that is dead', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    expect(SessionLock.acquire(journal.directory)).toBeInstanceOf(SessionLock);
    const busy = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(busy.sessions[0]?.outcome).toBe('busy');
    const dead = { pid: 2 ** 22 + 1, host: (await import('node:os')).hostname(), token: 'x', beat: Date.now() };
    writeFileSync(join(journal.directory, 'lock.1'), JSON.stringify(dead));
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
  });

  it('goes on where an interrupted flush has stopped', async () => {
    let refuse = true;
    const tms = await start({
      intercept: (request, response, count) => {
        if (!refuse || count <= 3) return false;
        request.resume();
        response.writeHead(401).end();
        return true;
      },
    });
    const journal = new TestJournal();
    for (const id of numbered(100)) journal.result(id);
    const settings = deliverySettings(tms.url, { batchSize: 10, concurrency: 1 });
    expect((await flush({ directory: journal.outbox, settings })).sessions[0]).toMatchObject({ sent: 30, left: 70 });
    refuse = false;
    expect((await flush({ directory: journal.outbox, settings })).isClean).toBe(true);
    expect(ids(tms).sort()).toEqual(numbered(100).sort());
  });

  it('finds the configuration of results whose session knew none, and never borrows another project’s', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const unknown = { configurationId: undefined };
    journal.result('of chromium', { ...unknown, configurationFor: 'chromium' }, unknown);
    journal.result('of firefox', { ...unknown, configurationFor: 'firefox' }, unknown);
    const id = '99999999-2222-3333-4444-555555555555';
    const settings = deliverySettings(tms.url, {
      configurations: { chromium: { id }, firefox: { globalId: 5 } },
      configurationId: RUN,
    });
    const report = await flush({ directory: journal.outbox, settings });
    expect(tms.results.map(({ body }) => [body.autoTestExternalId, body.configurationId])).toEqual([
      ['of chromium', id],
    ]);
    expect(report.sessions[0]?.refusals).toEqual([
      { externalId: 'of firefox', reason: expect.stringContaining('configurations["firefox"].id'), unmatched: false },
    ]);
  });

  it('a dry run says what is left and sends nothing', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(5)) journal.result(id);
    journal.result('cut', { kind: 'attempt', key: 1 });
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url), dryRun: true });
    expect(report.left).toBe(6);
    expect(tms.requests).toEqual([]);
  });
});
