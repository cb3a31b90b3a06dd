import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegacyResult } from '@testpoint/interface';
import { describe, expect, it } from 'vitest';
import { type FlushReport, flush } from '../src/delivery/flush.js';
import type { SessionEntry } from '../src/outbox/format/entries.js';
import { sealLine } from '../src/outbox/format/journal-line.js';
import { Progress } from '../src/outbox/read/progress.js';
import { CONFIGURATION, deliverySettings, numbered, RUN, TestJournal } from './journals.js';
import type { StrictService } from './strict-service.js';
import { idsIn, takesLegacy, useStrictService } from './use-strict-service.js';

const start = useStrictService();

/** A journal of twenty results and an end. */
function twenty(): TestJournal {
  const journal = new TestJournal();
  for (const id of numbered(20)) journal.result(id);
  journal.end();
  return journal;
}

/** Changes the bytes of a journal. */
function damage({ path }: TestJournal, change: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes) ?? bytes);
}

/** Position of the line of a numbered test, or of something in it. */
function placeOf(bytes: Buffer, test: number, text = '{"kind"'): number {
  const inLine = bytes.indexOf(`"id":"test ${test}"`);
  return text === '{"kind"' ? bytes.lastIndexOf(text, inLine) : bytes.indexOf(text, inLine);
}

function flushJournal(journal: TestJournal, tms: StrictService, dropUnreadable = false): Promise<FlushReport> {
  return flush({ directory: journal.outbox, settings: deliverySettings(tms.url), dropUnreadable });
}

describe('a journal', () => {
  it('whose lines end with CR and LF is delivered whole', async () => {
    const tms = await start();
    const journal = twenty();
    damage(journal, (bytes) => Buffer.from(`\ufeff${bytes.toString().replaceAll('\n', '\r\n')}`));
    const report = await flushJournal(journal, tms);
    expect(report).toMatchObject({ isClean: true, unreadable: 0 });
    expect(idsIn(tms).sort()).toEqual(numbered(20).sort());
    expect(existsSync(journal.directory)).toBe(false);
  });

  it('whose last line has no line ending is delivered whole', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(3)) journal.result(id);
    damage(journal, (bytes) => bytes.subarray(0, -1));
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: true, sessions: [{ fragments: 0 }] });
    expect(idsIn(tms)).toEqual(numbered(3));
  });

  it.each<[string, (bytes: Buffer) => Buffer | undefined, number]>([
    ['zeros at the end, as after a power cut', (bytes) => bytes.fill(0, placeOf(bytes, 12) + 40), 12],
    ['zeros in the middle', (bytes) => bytes.fill(0, placeOf(bytes, 7) + 40, placeOf(bytes, 8) + 40), 18],
    ['zeros instead of a line', (bytes) => bytes.fill(0, placeOf(bytes, 7), placeOf(bytes, 8)), 19],
    ['a line of rubbish', (bytes) => inserted(bytes, placeOf(bytes, 7), 'rubbish\n'), 20],
    ['a line whose end is cut off', (bytes) => removed(bytes, placeOf(bytes, 8) - 30, placeOf(bytes, 8) - 1), 19],
    ['two lines joined', (bytes) => removed(bytes, placeOf(bytes, 8) - 1, placeOf(bytes, 8)), 19],
    ['a line break in a line', (bytes) => inserted(bytes, placeOf(bytes, 8) + 30, '\n'), 19],
    ['a line of foreign JSON', (bytes) => inserted(bytes, placeOf(bytes, 7), '{"kind":"surprise"}\n'), 20],
  ])('delivers all other lines, keeps the session and says so: %s', async (_, change, delivered) => {
    const tms = await start();
    const journal = twenty();
    damage(journal, change);
    const report = await flushJournal(journal, tms);
    expect(idsIn(tms)).toHaveLength(delivered);
    expect(report).toMatchObject({ isClean: false, sessions: [{ outcome: 'left', left: 0, sent: delivered }] });
    expect(report.unreadable).toBeGreaterThan(0);
    // Nothing is sent again, and the rest is gone once it is discarded.
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: false, unreadable: report.unreadable });
    expect(await flushJournal(journal, tms, true)).toMatchObject({ isClean: true, unreadable: 0 });
    expect(idsIn(tms)).toHaveLength(delivered);
    expect(existsSync(journal.directory)).toBe(false);
  });

  it('that was cut short, and whose torn line was written again, is delivered whole', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    journal.raw('{"kind":"result","id":"tw\n');
    journal.result('two');
    journal.raw('\n{"kind":"end","fin');
    expect(await flushJournal(journal, tms)).toMatchObject({
      isClean: true,
      sessions: [{ outcome: 'delivered', sent: 2, unreadable: 0, fragments: 2 }],
    });
    expect(existsSync(journal.directory)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['run', null],
    ['wire', null],
    ['run', { create: null }],
    ['run', { create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: [null] } }],
    ['run', { create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: 'all' } }],
    ['run', { use: '' }],
    ['run', { use: 7 }],
    ['run', { ['__proto__']: { none: true } }],
    ['run', []],
    ['wire', { api: 'v3' }],
    ['finish', 'never'],
    ['format', '2'],
    ['format', 1e308],
  ])('whose session line has the wrong shape is never delivered and never removed: %s %j', async (member, value) => {
    const tms = await start();
    const journal = twenty();
    rewriteSession(journal, member, value);
    const report = await flushJournal(journal, tms, true);
    expect(report).toMatchObject({ isClean: false, sessions: [{ outcome: 'unreadable', sent: 0 }] });
    expect(report.sessions[0]?.reason).toBe(
      `${journal.path} does not start with a session that this version can read. If a newer version wrote it, flush with that version. To discard it, delete its folder`,
    );
    expect(tms.requests).toEqual([]);
    expect(existsSync(journal.path)).toBe(true);
  });

  it.each<[string, object]>([
    ['an attachment that is null', { attachments: [null] }],
    ['attachments that are not a list', { attachments: { length: 1e9 } }],
    [
      'an attachment without a placeholder',
      { attachments: [{ file: 'a', name: 'a', contentType: 'a', placeholder: '' }] },
    ],
    ['a key that is not an integer', { key: 1.5 }],
    ['a huge key', { key: 1e300 }],
    ['test cases that are not numbers', { testCases: ['1'] }],
    ['a project that is not a string', { configurationFor: 5 }],
  ])('sets aside a result whose head has the wrong shape, and delivers its neighbors: %s', async (_, head) => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    journal.result('odd', head);
    journal.result('two');
    journal.end();
    const report = await flushJournal(journal, tms);
    expect(idsIn(tms)).toEqual(['one', 'two']);
    expect(report).toMatchObject({ isClean: false, unreadable: 1, sessions: [{ sent: 2 }] });
  });

  it.each<[string, (journal: TestJournal) => void]>([
    ['a second session', addSession],
    [
      'a nonsensical plan',
      (journal) => journal.foreign({ kind: 'plan', testPoints: [{ configurationGlobalId: '7' }], complete: true }),
    ],
    ['a nonsensical end', (journal) => journal.foreign({ kind: 'end', finish: 'explode' })],
    ['a nonsensical settlement', (journal) => journal.foreign({ kind: 'settled', key: -1 })],
    ['half a settlement', (journal) => journal.foreign({ kind: 'settled', key: 1, of: 1, others: [2] })],
    ['a result without a body', (journal) => journal.foreign({ kind: 'result', id: 'bodiless' })],
    ['a list', (journal) => journal.foreign({ kind: ['result'] })],
  ])('sets aside foreign lines, and delivers the rest: %s', async (_, add) => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    add(journal);
    journal.result('two');
    journal.end();
    journal.result('after the end');
    journal.end('stop');
    const report = await flushJournal(journal, tms);
    expect(idsIn(tms)).toEqual(['one', 'two', 'after the end']);
    expect(tms.results.every(({ runId }) => runId === RUN)).toBe(true);
    expect(report).toMatchObject({ isClean: false, unreadable: 1, left: 0 });
  });

  it('whose result names no configuration for a legacy body: it waits for one, and the others are sent', async () => {
    const bodies: LegacyResult[] = [];
    const tms = await start(takesLegacy(bodies));
    const journal = new TestJournal(undefined, { api: 'legacy' });
    journal.result('one', { configurationGlobalId: undefined });
    journal.result('two');
    journal.end();
    const { sessions } = await flushJournal(journal, tms);
    const reason = 'no configuration is known: set TMS_CONFIGURATION_GLOBAL_ID';
    expect(sessions).toMatchObject([{ sent: 1, left: 1, refused: 0, reason }]);
    const settings = deliverySettings(tms.url, { configurationGlobalId: 9 });
    expect(await flush({ directory: journal.outbox, settings })).toMatchObject({ isClean: true });
    expect(bodies).toMatchObject([
      { autoTestExternalId: 'two', configurationGlobalId: 7 },
      { autoTestExternalId: 'one', configurationGlobalId: 9 },
    ]);
  });

  it.each(['v2', 'legacy'] as const)('whose bodies are not results: they are refused one by one (%s)', async (api) => {
    const tms = await start(takesLegacy([], 400));
    const journal = new TestJournal(undefined, { api });
    const placeholder = '00000000-0000-0000-0000-000000000001';
    const attachments = [{ file: '000001.txt', name: 'gone', contentType: 'text/plain', placeholder }];
    journal.result('one');
    for (const body of [null, 7, [], 'text']) {
      const head = { kind: 'result', id: 'x', configurationGlobalId: 7, body };
      journal.foreign({ ...head, configurationId: CONFIGURATION });
      journal.foreign({ ...head, attachments, configurationFor: '' });
    }
    journal.result('two');
    journal.end();
    const report = await flushJournal(journal, tms);
    expect(report).toMatchObject({ isClean: false, sessions: [{ outcome: 'left' }] });
    expect(report.sessions[0]?.refused).toBeGreaterThan(0);
    expect(existsSync(journal.path)).toBe(true);
  });
});

describe('a damaged journal', () => {
  it('a changed byte never reaches the service, wherever it is', async () => {
    const tms = await start();
    const original = twenty();
    const whole = readFileSync(original.path);
    const begin = placeOf(whole, 7);
    const end = placeOf(whole, 8);
    for (const at of [...Array.from({ length: 40 }, (_, step) => begin + step * 5), end - 9, end - 2, end - 1]) {
      const journal = new TestJournal();
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(journal.path, bytes);
      tms.results.splice(0);
      const report = await flushJournal(journal, tms);
      expect(report.isClean).toBe(false);
      expect(idsIn(tms)).toEqual(numbered(20).filter((id) => id !== 'test 7'));
    }
  });

  it('notices lines that were cut out, although all others are intact', async () => {
    const tms = await start();
    const journal = twenty();
    damage(journal, (bytes) => removed(bytes, placeOf(bytes, 7), placeOf(bytes, 10)));
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: false, unreadable: 3, sessions: [{ sent: 17 }] });
  });

  it('delivers a line that occurs twice once, and lines in any order', async () => {
    const tms = await start();
    const journal = twenty();
    damage(journal, (bytes) => {
      const [session = '', ...lines] = bytes.toString().trimEnd().split('\n');
      return Buffer.from(`${[session, ...lines.reverse(), ...lines.slice(0, 5)].join('\n')}\n`);
    });
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: true, sessions: [{ sent: 20 }] });
    expect(idsIn(tms).sort()).toEqual(numbered(20).sort());
  });

  it('knows what was delivered even if lines have gone missing since', async () => {
    let refuse = true;
    const tms = await start({
      intercept: (request, response, count) => {
        if (!refuse || count <= 1) return false;
        request.resume();
        response.writeHead(401).end();
        return true;
      },
    });
    const journal = twenty();
    const settings = deliverySettings(tms.url, { batchSize: 10, concurrency: 1 });
    expect(await flush({ directory: journal.outbox, settings })).toMatchObject({ sessions: [{ sent: 10 }] });
    damage(journal, (bytes) => removed(bytes, placeOf(bytes, 3), placeOf(bytes, 5)));
    refuse = false;
    expect(await flush({ directory: journal.outbox, settings })).toMatchObject({ isClean: true, unreadable: 0 });
    expect(idsIn(tms)).toEqual(numbered(20));
  });

  it('notices a cut-off end if later lines were delivered', async () => {
    const tms = await start();
    const journal = twenty();
    const progress = new Progress(join(journal.directory, 'progress.ndjson'));
    progress.markSent([1, 2, 12]);
    progress.close();
    damage(journal, (bytes) => bytes.subarray(0, placeOf(bytes, 9)));
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: false, unreadable: 2, sessions: [{ sent: 7 }] });
    expect(existsSync(journal.path)).toBe(true);
  });

  it('an earlier provisional result never replaces an unreadable one', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('retried', { kind: 'provisional', key: 1 }, { outcome: 'Failed' });
    journal.result('retried', { kind: 'provisional', key: 1 }, { outcome: 'Passed' });
    journal.entry({ kind: 'settled', key: 1, of: 2 });
    journal.end();
    damage(journal, (bytes) => {
      bytes[bytes.indexOf('"Passed"') + 1] = 0x70;
      return bytes;
    });
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: false, unreadable: 1 });
    expect(idsIn(tms)).toEqual([]);
  });

  it('the order of lines does not matter: settlements and results before provisional results', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('settled', { kind: 'provisional', key: 1 }, { message: 'settled' });
    journal.entry({ kind: 'settled', key: 1, of: 1 });
    journal.result('final', { kind: 'provisional', key: 2 }, { message: 'provisional' });
    journal.result('final', { key: 2 }, { message: 'final' });
    journal.end();
    damage(journal, (bytes) => {
      const [session = '', ...rest] = bytes.toString().trimEnd().split('\n');
      return Buffer.from(`${[session, ...rest.reverse()].join('\n')}\n`);
    });
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: true });
    expect(tms.results.map(({ body }) => body.message).sort()).toEqual(['final', 'settled']);
  });

  it('a progress file that was changed proves nothing: the results that it names are sent again', async () => {
    const tms = await start();
    const journal = twenty();
    const progress = join(journal.directory, 'progress.ndjson');
    writeFileSync(
      progress,
      '{"sent":[[1,3]],"crc":"00000000"}\n{"sent":[[4,1e300]]}\n{"sent":[[9,5]]}\n{"sent":[[-1,30]]}\n{"sent":[[0,1000000]]}\n',
    );
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: true });
    expect(idsIn(tms).sort()).toEqual(numbered(20).sort());
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['half a session', '{"kind":"session","form'],
  ])('of a process that died at once is deleted: %s', async (_, content) => {
    const tms = await start();
    const journal = new TestJournal();
    writeFileSync(journal.path, content);
    expect(await flushJournal(journal, tms)).toMatchObject({ isClean: true });
    expect(existsSync(journal.directory)).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['zeros', (bytes) => bytes.fill(0)],
    ['no line endings', (bytes) => Buffer.from(bytes.toString().replaceAll('\n', ' '))],
    ['CR alone', (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r'))],
    ['half a line that is not a session', () => Buffer.from('{"kind":"end","fin')],
    ['UTF-16', (bytes) => Buffer.from(bytes.toString(), 'utf16le')],
    [
      'a session of another format, by a changed byte',
      (bytes) => Buffer.from(bytes.toString().replace('"format":3', '"format":2')),
    ],
  ])('that is nothing but damage is never removed: %s', async (_, change) => {
    const tms = await start();
    const journal = twenty();
    damage(journal, change);
    const before = readFileSync(journal.path);
    expect(await flushJournal(journal, tms, true)).toMatchObject({
      isClean: false,
      sessions: [{ outcome: 'unreadable', reason: expect.stringContaining(journal.path) }],
    });
    expect(readFileSync(journal.path)).toEqual(before);
  });
});

function inserted(bytes: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
}

function removed(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

/** Rewrites the first line with one member changed, as a valid line. */
function rewriteSession({ path }: TestJournal, member: string, value: unknown): void {
  const [session = '', ...lines] = readFileSync(path, 'utf8').split('\n');
  const { line: _, crc: __, ...entry } = JSON.parse(session) as Record<string, unknown>;
  writeFileSync(path, sealLine({ ...entry, [member]: value } as unknown as SessionEntry, 0) + lines.join('\n'));
}

/** Appends the session once more, with another run. */
function addSession(journal: TestJournal): void {
  const [session = ''] = readFileSync(journal.path, 'utf8').split('\n');
  const { line: _, crc: __, ...entry } = JSON.parse(session) as Record<string, unknown>;
  journal.foreign({ ...entry, run: { use: 'another-run' } });
}
