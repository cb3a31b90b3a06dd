import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionFiles } from '../format/session-files.js';
import { visit } from './life-socket.js';
import { removeLock, SessionLock } from './lock.js';
import { encodeOwner, isLocked, LOCK_STALE, type LockOwner, lockPath, readLocks, seemsAlive } from './lock-file.js';
import { takeOver } from './taking-over.js';
import { whereabouts } from './whereabouts.js';

/** Beyond every system's largest process id. */
const NO_PROCESS = 2 ** 30;
const AT_ONCE = { patience: 0, force: false, isDryRun: false };

let directory = '';
let open: SessionLock[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'testpoint-lock-'));
  writeFileSync(sessionFiles(directory).journal, '');
});
afterEach(() => {
  for (const lock of open) lock.end();
  open = [];
  rmSync(directory, { recursive: true, force: true });
});

function take(number: number): SessionLock {
  const lock = SessionLock.take(directory, number);
  if (lock === undefined) throw new Error(`lock ${number} is taken`);
  open.push(lock);
  return lock;
}

function ownerOf(changes: Partial<LockOwner> = {}): LockOwner {
  return { pid: process.pid, token: 'token', beat: Date.now(), ...whereabouts(), ...changes };
}

function leave(number: number, owner: LockOwner): void {
  writeFileSync(lockPath(directory, number), encodeOwner(owner));
}

describe('a lock', () => {
  it('goes to the first of two processes that want the same number', () => {
    take(1);
    expect(SessionLock.take(directory, 1)).toBeUndefined();
    expect(readLocks(directory)).toMatchObject([{ number: 1, owner: { pid: process.pid } }]);
  });

  it('counts as the latest if its number is the highest: lock.10 comes after lock.9', () => {
    const [second, tenth] = [take(2), take(10)];
    expect(readLocks(directory).map(({ number }) => number)).toEqual([2, 10]);
    expect(second.successor()?.number).toBe(10);
    expect(tenth.successor()).toBeUndefined();
  });

  it('contains the id of its journal once the journal exists', () => {
    rmSync(sessionFiles(directory).journal);
    const lock = take(1);
    expect(readLocks(directory)[0]?.owner.journal).toBeUndefined();
    writeFileSync(sessionFiles(directory).journal, '');
    lock.noteJournal();
    expect(readLocks(directory)[0]?.owner.journal).toMatch(/^\d+$/);
  });

  it('shows a sign of life, and is not recreated after its file was removed', () => {
    const lock = take(1);
    const { number } = lock;
    leave(number, ownerOf({ beat: 1 }));
    lock.beat();
    expect(readLocks(directory)[0]?.owner.beat).toBeGreaterThan(1);
    rmSync(lockPath(directory, number));
    lock.beat();
    expect(readLocks(directory)).toEqual([]);
  });

  it('stays released once it is released, and leaves no file if it is withdrawn', () => {
    take(1).release();
    expect(readLocks(directory)[0]?.owner).toMatchObject({ released: true });
    take(2).withdraw();
    expect(readLocks(directory).map(({ number }) => number)).toEqual([1]);
  });

  it('can be continued only by another thread of its process', () => {
    const { token } = take(1);
    expect(SessionLock.adopt(directory)?.token).toBe(token);
    leave(1, ownerOf({ pid: process.ppid }));
    expect(SessionLock.adopt(directory)).toBeUndefined();
    leave(1, ownerOf({ released: true }));
    expect(SessionLock.adopt(directory)).toBeUndefined();
  });

  it('that is incomplete counts as taken while its file is young', () => {
    writeFileSync(lockPath(directory, 1), '{"pid":');
    expect(isLocked(directory)).toBe(true);
    const old = new Date(Date.now() - LOCK_STALE - 1_000);
    utimesSync(lockPath(directory, 1), old, old);
    expect(isLocked(directory)).toBe(false);
  });

  it('that became shorter is read to its line end', () => {
    writeFileSync(lockPath(directory, 1), `${encodeOwner(ownerOf({ token: 'short' }))}rest of a longer one"}\n`);
    expect(readLocks(directory)[0]?.owner.token).toBe('short');
  });

  it('ignores files with other names', () => {
    for (const name of ['lock', 'lock.x', 'lock.1.bak', 'lock.1234567890']) writeFileSync(join(directory, name), '');
    expect(readLocks(directory)).toEqual([]);
  });
});

describe('an owner seems alive', () => {
  it.each<[string, Partial<LockOwner>, boolean]>([
    ['when its process is there', {}, true],
    ['not when its process is gone', { pid: NO_PROCESS }, false],
    ['not when it has released the lock', { released: true }, false],
    ['not when it was silent for more than a minute', { beat: Date.now() - LOCK_STALE - 1_000 }, false],
    ['on another machine, until it was silent for a minute', { pid: NO_PROCESS, boot: 'another', host: 'else' }, true],
    ['not when its lock was of another journal: this folder is a copy', { journal: '1' }, false],
  ])('%s', (_, changes, expected) => {
    expect(seemsAlive(ownerOf(changes), directory)).toBe(expected);
  });
});

describe('a socket', () => {
  it('shows that its process exists, until the lock is released', async () => {
    const lock = take(1);
    await lock.listen();
    const [file] = readLocks(directory);
    if (file === undefined) throw new Error('there is no lock');
    expect(file.owner.socket).toBeDefined();
    expect(await visit(directory, file.owner)).toBe('there');
    lock.release();
    expect(readLocks(directory)[0]?.owner.socket).toBeUndefined();
    expect(await visit(directory, file.owner)).not.toBe('there');
  });

  it.runIf(process.platform !== 'win32')('is removed with its lock', async () => {
    await take(1).listen();
    const [file] = readLocks(directory);
    if (file === undefined) throw new Error('there is no lock');
    removeLock(directory, file);
    expect(readdirSync(directory)).toEqual(['journal.ndjson']);
  });

  it.runIf(process.platform !== 'win32')('that is not ours is neither connected to nor removed', async () => {
    const path = join(directory, 'theirs.sock');
    const server = createServer().listen(path);
    await once(server, 'listening');
    const owner = ownerOf({ socket: path });
    expect(await visit(directory, owner)).toBe('unclear');
    removeLock(directory, { number: 1, path: lockPath(directory, 1), owner });
    expect(readdirSync(directory)).toContain('theirs.sock');
    server.close();
    await once(server, 'close');
  });
});

describe('taking a session over', () => {
  it.each<[string, LockOwner | undefined]>([
    ['that was never locked', undefined],
    ['whose lock was released', ownerOf({ released: true })],
    ['whose owner is dead', ownerOf({ pid: NO_PROCESS })],
    ['that is a copy', ownerOf({ pid: NO_PROCESS, journal: '1', boot: 'another', host: 'else' })],
  ])('a session %s can be locked, and its old lock is deleted', async (_, owner) => {
    if (owner !== undefined) leave(3, owner);
    const taken = await takeOver(directory, AT_ONCE);
    if (!('maybeAlive' in taken) || taken.lock === undefined) throw new Error('it was not taken');
    open.push(taken.lock);
    expect(taken).toMatchObject({ maybeAlive: undefined, isCopyOfLiving: false });
    expect(readLocks(directory).map(({ number }) => number)).toEqual([owner === undefined ? 1 : 4]);
  });

  it('a copy of a session that is still running is recognized', async () => {
    leave(1, ownerOf({ journal: '1' }));
    const taken = await takeOver(directory, AT_ONCE);
    if ('lock' in taken && taken.lock !== undefined) open.push(taken.lock);
    expect(taken).toMatchObject({ isCopyOfLiving: true });
  });

  it.each([
    ['that answers', ownerOf()],
    ['that has shown a sign of life on another machine', ownerOf({ boot: 'another', host: 'else' })],
    ['whose lock has the highest possible number', ownerOf({ pid: NO_PROCESS, token: 'last' })],
  ])('a session with an owner %s is left alone', async (_, owner) => {
    const number = owner.token === 'last' ? 999_999_999 : 1;
    leave(number, owner);
    const before = readFileSync(lockPath(directory, number), 'utf8');
    expect(await takeOver(directory, AT_ONCE)).toMatchObject({ token: owner.token });
    expect(readdirSync(directory).sort()).toEqual(['journal.ndjson', `lock.${number}`]);
    expect(readFileSync(lockPath(directory, number), 'utf8')).toBe(before);
  });

  it('a copy of a locked session does not block the original', async () => {
    const original = take(1);
    const copy = mkdtempSync(join(tmpdir(), 'testpoint-copy-'));
    for (const name of ['journal.ndjson', 'lock.1']) copyFileSync(join(directory, name), join(copy, name));
    const taken = await takeOver(copy, AT_ONCE);
    if ('lock' in taken && taken.lock !== undefined) open.push(taken.lock);
    expect(taken).toMatchObject({ isCopyOfLiving: true, lock: { number: 2 } });
    expect(original.successor()).toBeUndefined();
    rmSync(copy, { recursive: true, force: true });
  });
});
