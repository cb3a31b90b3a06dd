import {
  chmodSync,
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
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { SessionLock } from '../src/outbox/lock/lock.js';
import { thisProcess } from '../src/outbox/lock/process-identity.js';
import { asOrdinaryUser } from './as-ordinary-user.js';
import { deliverySettings, numbered, TestJournal } from './journals.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

describe('flush and the outbox', () => {
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
  ])('never follows a link in a session from elsewhere: %s', async (name, kind) => {
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

  it('neither delivers from a link in an outbox from elsewhere nor deletes its target', async () => {
    const tms = await start();
    const [journal, elsewhere] = [new TestJournal(), new TestJournal()];
    journal.result('one');
    elsewhere.result('two');
    const link = (name: string, target: string) => symlinkSync(target, join(journal.outbox, name));
    link('20260101000001-test-00000001', elsewhere.directory);
    const mine = mkdtempSync(join(tmpdir(), 'testpoint-outside-'));
    mkdirSync(join(mine, 'attachments'));
    utimesSync(mine, 0, 0);
    link('20260101000001-test-00000002', mine);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions.map(({ outcome }) => outcome)).toEqual(['delivered', 'unreadable']);
    expect(idsIn(tms)).toEqual(['one']);
    expect(existsSync(join(mine, 'attachments'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each(['session', 'outbox'] as const)(
    'says that this user may not read the %s, instead of finding nothing in it',
    async (what) => {
      const [tms, journal] = [await start(), new TestJournal()];
      journal.result('one');
      const closed = what === 'session' ? journal.directory : journal.outbox;
      const report = await asOrdinaryUser(journal, () => {
        chmodSync(closed, 0);
        return flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
      }).finally(() => chmodSync(closed, 0o700));
      const expected = { outcome: 'left', reason: expect.stringMatching(/^EACCES/), directory: closed };
      expect(report).toMatchObject({ isClean: false, sessions: [expected] });
    },
  );

  it('leaves alone a journal that a newer version has written', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const path = join(journal.directory, 'journal.ndjson');
    writeFileSync(path, '{"kind":"session","format":4,"run":{},"wire":{}}\n{"kind":"outcome"}\n');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]).toMatchObject({ outcome: 'unreadable', reason: expect.stringContaining(path) });
    expect(existsSync(path)).toBe(true);
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
    expect(idsIn(tms).sort()).toEqual(numbered(500).sort());
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

  it('a flush has nothing to do after another one has deleted the session', async () => {
    const tms = await start();
    const journal = new TestJournal();
    mkdirSync(join(journal.directory, 'mine'));
    journal.result('one');
    const settings = deliverySettings(tms.url);
    await flush({ directory: journal.directory, settings });
    expect(await flush({ directory: journal.directory, settings })).toEqual({
      ...{ sessions: [], left: 0, unreadable: 0, slowPatterns: [] },
      isClean: true,
    });
    expect(tms.results.length).toBe(1);
  });

  it('deletes the rest of a session whose deletion was interrupted', async () => {
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

  it('takes over the lock of a dead process', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    expect(SessionLock.take(journal.directory, 1)).toBeInstanceOf(SessionLock);
    const busy = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(busy.sessions[0]?.outcome).toBe('busy');
    const dead = { ...thisProcess(), pid: 2 ** 22 + 1, beat: Date.now() };
    writeFileSync(join(journal.directory, 'lock.1'), JSON.stringify(dead));
    expect((await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) })).isClean).toBe(true);
  });

  it('waits for the holder of a lock from another machine, and keeps the session if the holder stays silent', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    const elsewhere = { pid: process.pid, host: 'another-machine', beat: Date.now() - 59_000 };
    writeFileSync(join(journal.directory, 'lock.1'), JSON.stringify(elsewhere));
    const settings = deliverySettings(tms.url);
    const impatient = await flush({ directory: journal.outbox, settings, timeout: 1 });
    expect(impatient.sessions[0]).toMatchObject({
      outcome: 'busy',
      reason: expect.stringContaining('another-machine'),
    });
    expect(await flush({ directory: journal.outbox, settings })).toMatchObject({
      isClean: false,
      sessions: [{ outcome: 'maybe-running', sent: 1, left: 0 }],
    });
    expect(await flush({ directory: journal.outbox, settings, force: true })).toMatchObject({ isClean: true });
    expect(existsSync(journal.directory)).toBe(false);
    expect(idsIn(tms)).toEqual(['one']);
  });

  it('leaves a session to another machine that shows signs of life', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    const beat = () => {
      const owner = { pid: 1, host: 'another-machine', beat: Date.now() - 30_000 };
      writeFileSync(join(journal.directory, 'lock.1'), JSON.stringify(owner));
    };
    beat();
    const beating = setInterval(beat, 50);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    clearInterval(beating);
    expect(report.sessions[0]?.outcome).toBe('busy');
    expect(tms.results).toEqual([]);
  });

  it('continues where an interrupted flush stopped', async () => {
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
    expect(idsIn(tms).sort()).toEqual(numbered(100).sort());
  });

  it('a dry run counts the results that wait for a run of their tests', async () => {
    const tms = await start();
    const journal = new TestJournal({ create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: 'from-tests' } });
    journal.result('one', { testCases: [101] });
    journal.result('two', { testCases: [102] });
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url), dryRun: true });
    expect(report).toMatchObject({ left: 2, isClean: false });
    expect(tms.requests).toEqual([]);
  });

  it('a dry run says what is left and sends nothing', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(5)) journal.result(id);
    journal.result('cut', { kind: 'provisional', key: 1 });
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url), dryRun: true });
    expect(report.left).toBe(6);
    expect(tms.requests).toEqual([]);
  });
});
