import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Catalog, catalogPath } from '../src/outbox/catalog.js';
import { encodeResult } from '../src/outbox/entries.js';
import { Journal } from '../src/outbox/journal.js';
import { sealLine } from '../src/outbox/journal-line.js';
import { SessionLock } from '../src/outbox/lock.js';
import { createSession, fallbackOutbox, removeSession, retireSession, tidyOutbox } from '../src/outbox/outbox.js';
import { Progress } from '../src/outbox/progress.js';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'testpoint-outbox-'));
}

describe('what delivery remembers', () => {
  it('a mark after half a line, which a crash has left, is not joined to it', () => {
    const path = join(folder(), 'progress.ndjson');
    writeFileSync(path, '{"sent":[[1,10]]}\n{"sent":[[11,');
    const progress = new Progress(path);
    progress.markSent([11, 12]);
    progress.close();
    const { sent } = new Progress(path);
    expect([1, 10, 11, 12, 13].map((sequence) => sent.has(sequence))).toEqual([true, true, true, true, false]);
  });
});

describe('a journal', () => {
  it.skipIf(!existsSync('/dev/full'))('closes half a line off before whoever takes the next one appends it', () => {
    const taken: string[] = [];
    const journal = new Journal('/dev/full', (line) => taken.push(line) > 0);
    const entry = encodeResult({ kind: 'result', id: 'one' }, '{}');
    journal.append(entry);
    journal.append(entry);
    expect(taken).toEqual([`\n${sealLine(entry, 0)}`, `\n${sealLine(entry, 1)}`]);
    expect(journal.lost).toBe(0);
  });
});

describe('the lock of a session', () => {
  it('that was never written whole is as old as its file, and taken over when that is stale', () => {
    const directory = folder();
    const lock = join(directory, 'lock.1');
    writeFileSync(lock, '');
    expect(SessionLock.acquire(directory)).not.toBeInstanceOf(SessionLock);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(lock, longAgo, longAgo);
    expect(SessionLock.acquire(directory)).toBeInstanceOf(SessionLock);
  });

  it('is not had by two, whoever comes late', () => {
    const directory = folder();
    writeFileSync(join(directory, 'lock.3'), JSON.stringify({ pid: process.pid, host: 'here', token: 'x', beat: 0 }));
    const [one, other] = [SessionLock.acquire(directory), SessionLock.acquire(directory)];
    expect(one).toBeInstanceOf(SessionLock);
    expect(other).not.toBeInstanceOf(SessionLock);
  });
});

describe('a catalog', () => {
  const entry = (number: number, line: number) => ({
    externalId: `suite.test.ts > test ${number} ${'x'.repeat(200)}`,
    titlePath: [`test ${number}`],
    file: 'suite.test.ts',
    line,
  });

  it('does not grow with every session: each test stands in it once, as it was seen last', () => {
    const outbox = folder();
    for (let session = 1; session <= 20; session++) {
      tidyOutbox(outbox, 0);
      const catalog = new Catalog(outbox);
      for (let number = 0; number < 4_000; number++) {
        const { externalId, titlePath, file, line } = entry(number, session);
        catalog.add(externalId, { titlePath, file, line, status: 'passed', attempts: [] });
      }
      catalog.write();
      expect(statSync(catalogPath(outbox)).size).toBeLessThan(17.5 * 1024 * 1024);
    }
    // By now it has been tidied; it grows on.
    writeFileSync(catalogPath(outbox), `${JSON.stringify(entry(7, 99))}\n`.repeat(60_000), { flag: 'a' });
    tidyOutbox(outbox, 0);
    const lines = readFileSync(catalogPath(outbox), 'utf8').trim().split('\n');
    expect(JSON.parse(lines.shift() ?? '')).toEqual({ tidied: expect.any(Number) });
    expect(lines.length).toBe(4_000);
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(entry(7, 99));
    expect(readdirSync(outbox)).toEqual(['catalog.ndjson']);
  });

  it('that is not there, or no file, is no reason to fail', () => {
    const outbox = folder();
    writeFileSync(join(outbox, 'file'), '');
    mkdirSync(catalogPath(outbox));
    for (const place of [outbox, join(outbox, 'file'), join(outbox, 'nowhere')]) tidyOutbox(place, 0);
  });

  it('that is not much larger than when it was tidied is left as it is', () => {
    const outbox = folder();
    const text = `{"tidied":12000000}\n${`${JSON.stringify(entry(1, 1))}\n`.repeat(70_000)}`;
    writeFileSync(catalogPath(outbox), text);
    tidyOutbox(outbox, 0);
    expect(readFileSync(catalogPath(outbox), 'utf8') === text).toBe(true);
  });

  it('of very many tests keeps those that were seen last', () => {
    const outbox = folder();
    for (let block = 0; block < 40; block++) {
      const entries = Array.from(
        { length: 3_500 },
        (_, number) => `${JSON.stringify(entry(block * 3_500 + number, 1))}\n`,
      );
      writeFileSync(catalogPath(outbox), entries.join(''), { flag: 'a' });
    }
    expect(statSync(catalogPath(outbox)).size).toBeGreaterThan(32 * 1024 * 1024);
    tidyOutbox(outbox, 0);
    expect(statSync(catalogPath(outbox)).size).toBeLessThan(16.1 * 1024 * 1024);
    const text = readFileSync(catalogPath(outbox), 'utf8');
    expect([text.includes('test 139999 '), text.includes('test 1 ')]).toEqual([true, false]);
  });
});

describe('a delivered session', () => {
  it('is kept for so many days from its delivery where that is asked for', () => {
    const outbox = folder();
    const files = createSession(outbox, 'test');
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    utimesSync(files.journal, ago(30), ago(30));
    retireSession(files, 7);
    const delivered = join(files.directory, 'delivered.ndjson');
    tidyOutbox(outbox, 7);
    expect(existsSync(delivered)).toBe(true);
    utimesSync(delivered, ago(8), ago(8));
    tidyOutbox(outbox, 7);
    expect(existsSync(files.directory)).toBe(false);
  });

  it('takes the outbox along that had to be made for it elsewhere', () => {
    const outbox = fallbackOutbox();
    const [one, other] = [createSession(outbox, 'test'), createSession(outbox, 'test')];
    writeFileSync(catalogPath(outbox), '');
    retireSession(one, 0);
    expect(existsSync(other.journal)).toBe(true);
    retireSession(other, 0);
    expect(existsSync(outbox)).toBe(false);
  });
});

describe('clearing a session away', () => {
  it('leaves nothing of it', () => {
    const outbox = folder();
    const { directory, attachments } = createSession(outbox, 'test');
    writeFileSync(join(attachments, '000001.txt'), '');
    removeSession(directory);
    expect(existsSync(directory)).toBe(false);
  });

  it('leaves what there is no time for to the next session, and nothing that could be delivered again', () => {
    const outbox = folder();
    const files = createSession(outbox, 'test');
    for (let count = 0; count < 10; count++) writeFileSync(join(files.attachments, `${count}.txt`), '');
    retireSession(files, 0, -1);
    expect(readdirSync(files.attachments)).toHaveLength(10);
    expect(existsSync(files.journal)).toBe(false);
    const longAgo = new Date(Date.now() - 1_000);
    utimesSync(join(files.directory, 'delivered.ndjson'), longAgo, longAgo);
    tidyOutbox(outbox, 0);
    expect(existsSync(files.directory)).toBe(false);
  });

  it('takes a folder along whose process died before it had a journal, once that is certain', () => {
    const outbox = folder();
    const stillborn = join(outbox, '20260101000000-test-00000000');
    mkdirSync(stillborn);
    writeFileSync(join(stillborn, 'lock.1'), '');
    mkdirSync(join(outbox, 'mine'));
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(join(outbox, 'mine'), longAgo, longAgo);
    tidyOutbox(outbox, 0);
    expect(existsSync(stillborn)).toBe(true);
    utimesSync(stillborn, longAgo, longAgo);
    tidyOutbox(outbox, 0);
    expect(existsSync(stillborn)).toBe(false);
    expect(existsSync(join(outbox, 'mine'))).toBe(true);
  });

  it("leaves a stranger's file alone, and no journal that could be delivered again", () => {
    const outbox = folder();
    const { directory, journal } = createSession(outbox, 'test');
    mkdirSync(join(directory, 'mine'));
    removeSession(directory);
    expect(existsSync(journal)).toBe(false);
    expect(existsSync(join(directory, 'mine'))).toBe(true);
    expect(readFileSync(join(outbox, '.gitignore'), 'utf8')).toBe('*\n');
  });
});
