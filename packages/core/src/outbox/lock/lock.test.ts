import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionLock } from './lock.js';
import { isLocked, LOCK_LATE, LOCK_STALE, type LockOwner, readLocks } from './lock-file.js';
import { thisProcess } from './process-identity.js';
import { takeOver } from './taking-over.js';

/** Beyond every system's largest process id. */
const NO_PROCESS = 2 ** 30;
const AT_ONCE = { patience: 0, force: false, isDryRun: false };
const ELSEWHERE = { boot: 'another', host: 'else' };
const LONG_AGO = () => Date.now() - LOCK_STALE - 1_000;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'testpoint-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function pathOf(number: number): string {
  return join(directory, `lock.${number}`);
}

function take(number: number): SessionLock {
  const lock = SessionLock.take(directory, number);
  if (lock === undefined) throw new Error(`lock ${number} is taken`);
  return lock;
}

function leave(number: number, changes: Partial<LockOwner> = {}): void {
  writeFileSync(pathOf(number), JSON.stringify({ ...thisProcess(), beat: Date.now(), ...changes }));
}

describe('a lock', () => {
  it('goes to the first of two processes that want the same number', () => {
    take(1);
    expect(SessionLock.take(directory, 1)).toBeUndefined();
    expect(readLocks(directory)).toMatchObject([{ number: 1, owner: { pid: process.pid } }]);
  });

  it('counts as the latest if its number is the highest: lock.10 comes after lock.9', () => {
    for (const number of [2, 10, 9]) take(number);
    expect(readLocks(directory).map(({ number }) => number)).toEqual([2, 9, 10]);
  });

  it('shows a sign of life, says if that is late, and is not recreated after its file was removed', () => {
    const before = take(1);
    expect(before.beat()).toBe(false);
    leave(1, { beat: Date.now() - LOCK_LATE - 1_000 });
    const lock = SessionLock.adopt(directory);
    expect(lock?.beat()).toBe(true);
    expect(lock?.beat()).toBe(false);
    expect(Date.now() - (readLocks(directory)[0]?.owner.beat ?? 0)).toBeLessThan(LOCK_LATE);
    rmSync(pathOf(1));
    lock?.beat();
    expect(readLocks(directory)).toEqual([]);
  });

  it('stays released once it is released', () => {
    const lock = take(1);
    lock.release();
    lock.beat();
    expect(readLocks(directory)[0]?.owner).toMatchObject({ released: true });
  });

  it('is shared as long as another process delivers the session, too', () => {
    const lock = take(1);
    expect(lock.isShared).toBe(false);
    const other = take(2);
    expect(lock.isShared).toBe(true);
    other.release();
    expect(lock.isShared).toBe(false);
    rmSync(directory, { recursive: true });
    expect(lock.isShared).toBe(false);
  });

  it('can be continued only by another thread of its process', () => {
    take(1);
    expect(SessionLock.adopt(directory)).toMatchObject({ number: 1 });
    leave(1, { pid: process.ppid });
    expect(SessionLock.adopt(directory)).toBeUndefined();
    leave(1, { released: true });
    expect(SessionLock.adopt(directory)).toBeUndefined();
    expect(SessionLock.adopt(join(directory, 'deleted'))).toBeUndefined();
  });

  it('that is incomplete counts as taken while its file is young', () => {
    writeFileSync(pathOf(1), '{"pid":');
    expect(isLocked(directory)).toBe(true);
    utimesSync(pathOf(1), LONG_AGO() / 1_000, LONG_AGO() / 1_000);
    expect(isLocked(directory)).toBe(false);
  });

  it('ignores files with other names', () => {
    for (const name of ['lock', 'lock.x', 'lock.1.bak', 'lock.1234567890']) writeFileSync(join(directory, name), '');
    expect(readLocks(directory)).toEqual([]);
  });
});

describe('a session is held', () => {
  it.each<[string, Partial<LockOwner>, boolean]>([
    ['while its process is there', {}, true],
    ['not when its process is gone', { pid: NO_PROCESS }, false],
    ['not when its lock is released', { released: true }, false],
    ['while a process elsewhere is not silent for more than a minute', { pid: NO_PROCESS, ...ELSEWHERE }, true],
    ['not when a process elsewhere is silent for longer', { ...ELSEWHERE, beat: LONG_AGO() }, false],
    ['not when its folder is a copy from elsewhere', { ...ELSEWHERE, inode: '1' }, false],
  ])('%s', (_, changes, expected) => {
    leave(1, changes);
    expect(isLocked(directory)).toBe(expected);
  });

  it.runIf(process.platform === 'linux')('by a suspended process, but not by another one with its id', () => {
    leave(1, { beat: LONG_AGO() });
    expect(isLocked(directory)).toBe(true);
    leave(1, { start: '1' });
    expect(isLocked(directory)).toBe(false);
  });
});

describe('taking a session over', () => {
  it.each<[string, Partial<LockOwner> | undefined]>([
    ['that was never locked', undefined],
    ['whose lock was released', { released: true }],
    ['whose owner is dead', { pid: NO_PROCESS }],
    ['that is a copy from elsewhere', { inode: '1', ...ELSEWHERE }],
  ])('a session %s can be locked, and its old lock is deleted', async (_, owner) => {
    if (owner !== undefined) leave(3, owner);
    const number = owner === undefined ? 1 : 4;
    expect(await takeOver(directory, AT_ONCE)).toMatchObject({ lock: { number }, maybeAlive: undefined });
    expect(readdirSync(directory)).toEqual([`lock.${number}`]);
  });

  it.each<[string, Partial<LockOwner>]>([
    ['that is there', {}],
    ['that is there and holds the original of this copy', { inode: '1' }],
    ['that has shown a sign of life on another machine', ELSEWHERE],
    ['whose lock has the highest possible number', { pid: NO_PROCESS }],
  ])('a session with an owner %s is left alone', async (_, owner) => {
    const number = owner.pid === NO_PROCESS ? 999_999_999 : 1;
    leave(number, owner);
    const before = readFileSync(pathOf(number), 'utf8');
    expect(await takeOver(directory, AT_ONCE)).toEqual(JSON.parse(before));
    expect(readdirSync(directory)).toEqual([`lock.${number}`]);
    expect(readFileSync(pathOf(number), 'utf8')).toBe(before);
  });

  it('a copied lock is recognized as a copy, and the original is not', () => {
    take(1);
    const copy = mkdtempSync(join(tmpdir(), 'testpoint-copy-'));
    copyFileSync(pathOf(1), join(copy, 'lock.1'));
    expect(readLocks(copy)).toMatchObject([{ isCopy: true }]);
    expect(readLocks(directory)).toMatchObject([{ isCopy: false }]);
    rmSync(copy, { recursive: true, force: true });
  });
});
