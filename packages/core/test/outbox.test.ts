import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeResult } from '../src/outbox/entries.js';
import { Journal } from '../src/outbox/journal.js';
import { SessionLock } from '../src/outbox/lock.js';
import { createSession, removeExpired, removeSession } from '../src/outbox/outbox.js';
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
    const line = encodeResult({ kind: 'result', id: 'one' }, '{}');
    journal.append(line);
    journal.append(line);
    expect(taken).toEqual([`\n${line}`, `\n${line}`]);
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

describe('clearing a session away', () => {
  it('leaves nothing of it', () => {
    const outbox = folder();
    const { directory, attachments } = createSession(outbox, 'test');
    writeFileSync(join(attachments, '000001.txt'), '');
    removeSession(directory);
    expect(existsSync(directory)).toBe(false);
  });

  it('takes a folder along whose process died before it had a journal, once that is certain', () => {
    const outbox = folder();
    const stillborn = join(outbox, '20260101000000-test-00000000');
    mkdirSync(stillborn);
    writeFileSync(join(stillborn, 'lock.1'), '');
    mkdirSync(join(outbox, 'mine'));
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(join(outbox, 'mine'), longAgo, longAgo);
    removeExpired(outbox, 0);
    expect(existsSync(stillborn)).toBe(true);
    utimesSync(stillborn, longAgo, longAgo);
    removeExpired(outbox, 0);
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
