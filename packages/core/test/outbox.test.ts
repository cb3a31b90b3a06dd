import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WrittenEntry } from '../src/outbox/format/entries.js';
import { sealLine } from '../src/outbox/format/journal-line.js';
import { heldFiles } from '../src/outbox/format/plain-files.js';
import { isSamePidSpace, type ProcessIdentity } from '../src/outbox/lock/process-identity.js';
import { takeOver } from '../src/outbox/lock/taking-over.js';
import { removeSession, retireSession, tidyOutbox } from '../src/outbox/tidy/clearing.js';
import { Catalog, catalogPath } from '../src/outbox/write/catalog.js';
import { Journal } from '../src/outbox/write/journal.js';
import { createSession, fallbackOutbox } from '../src/outbox/write/new-session.js';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'testpoint-outbox-'));
}

describe('a journal', () => {
  it.skipIf(!existsSync('/dev/full'))('closes off half a line before the fallback appends the next one', () => {
    const taken: string[] = [];
    const journal = new Journal(
      heldFiles.hold('/dev/full', 'append', openSync('/dev/full', 'a')),
      (line) => taken.push(line) > 0,
    );
    const entry: WrittenEntry = { kind: 'result', id: 'one', body: {} };
    journal.append(entry);
    journal.append(entry);
    expect(taken).toEqual([`\n${sealLine(entry, 0)}`, `\n${sealLine(entry, 1)}`]);
    expect(journal.lost).toBe(0);
  });
});

describe('the lock of a session', () => {
  const how = { patience: 0, force: false, isDryRun: true };

  it('is never held by two processes', async () => {
    const directory = folder();
    writeFileSync(join(directory, 'lock.3'), JSON.stringify({ pid: process.pid, host: 'here', beat: 0 }));
    const taken = await Promise.all([takeOver(directory, how), takeOver(directory, how), takeOver(directory, how)]);
    expect(taken.filter((one) => 'lock' in one)).toHaveLength(1);
  });

  it.each([
    ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path])],
    ['rubbish', (path: string) => writeFileSync(path, '[]\n')],
  ])('replaced by %s is taken over once that is stale', async (_, make) => {
    const directory = folder();
    make(join(directory, 'lock.1'));
    const longAgo = new Date(Date.now() - 120_000);
    lutimesSync(join(directory, 'lock.1'), longAgo, longAgo);
    expect(await takeOver(directory, how)).toMatchObject({ lock: { number: 2 } });
  });
});

describe('a process id', () => {
  const mac = { pid: 1, host: 'mac', boot: '1763800000' };
  const container = { pid: 1, host: 'a', boot: '00000000-0000-4000-8000-000000000000', pids: 'pid:[1]' };

  it.each<[string, ProcessIdentity, Partial<ProcessIdentity>, boolean]>([
    ['means the same in one namespace, whatever the host is called', container, { host: 'b' }, true],
    ['means something else in another namespace', container, { pids: 'pid:[2]' }, false],
    ['means something else after a reboot', container, { boot: '00000000-0000-4000-8000-000000000001' }, false],
    ['may mean anything if the boot is unknown', container, { boot: undefined }, false],
    ['may mean anything if the namespace is unknown', container, { pids: undefined }, false],
    ['means the same if the host booted at the same time', mac, { boot: '1763800003' }, true],
    ['means something else if the host has booted again', mac, { boot: '1763800090' }, false],
    ['means something else if another host booted at that time', mac, { host: 'other' }, false],
  ])('%s', (_, one, changes, isSame) => {
    expect(isSamePidSpace(one, { ...one, ...changes })).toBe(isSame);
    expect(isSamePidSpace({ ...one, ...changes }, one)).toBe(isSame);
  });
});

describe('a catalog', () => {
  const entry = (number: number, line: number) => ({
    externalId: `suite.test.ts > test ${number} ${'x'.repeat(200)}`,
    titlePath: [`test ${number}`],
    file: 'suite.test.ts',
    at: line,
    line,
  });

  it('does not grow with every session: it contains each test once, as last seen', () => {
    const outbox = folder();
    for (let session = 1; session <= 40; session++) {
      tidyOutbox(outbox, 0);
      const catalog = new Catalog(outbox);
      for (let number = 0; number < 4_000; number++) {
        catalog.add(entry(number, session));
      }
      catalog.write();
      expect(statSync(catalogPath(outbox)).size).toBeLessThan(33.5 * 1024 * 1024);
    }
    // By now it has been tidied. Let it grow again.
    writeFileSync(catalogPath(outbox), `${JSON.stringify(entry(7, 99))}\n`.repeat(80_000), { flag: 'a' });
    tidyOutbox(outbox, 0);
    const lines = readFileSync(catalogPath(outbox), 'utf8').trim().split('\n');
    expect(lines.length).toBe(4_000);
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(entry(7, 99));
    expect(readdirSync(outbox)).toEqual(['catalog.ndjson']);
  });

  it('that is missing, or not a file, is not an error', () => {
    const outbox = folder();
    writeFileSync(join(outbox, 'file'), '');
    mkdirSync(catalogPath(outbox));
    for (const place of [outbox, join(outbox, 'file'), join(outbox, 'nowhere')]) tidyOutbox(place, 0);
  });

  it('that is not large is unchanged', () => {
    const outbox = folder();
    const text = `${JSON.stringify(entry(1, 1))}\n`.repeat(70_000);
    writeFileSync(catalogPath(outbox), text);
    tidyOutbox(outbox, 0);
    expect(readFileSync(catalogPath(outbox), 'utf8') === text).toBe(true);
  });

  it('of very many tests keeps those that ran last', () => {
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
  it('is kept for some days after its delivery on request', () => {
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

  it('is deleted together with an outbox that was created for it elsewhere', () => {
    const outbox = fallbackOutbox();
    const [one, other] = [createSession(outbox, 'test'), createSession(outbox, 'test')];
    writeFileSync(catalogPath(outbox), '');
    retireSession(one, 0);
    expect(existsSync(other.journal)).toBe(true);
    retireSession(other, 0);
    expect(existsSync(outbox)).toBe(false);
  });
});

describe('deleting a session', () => {
  it('leaves nothing of it', () => {
    const outbox = folder();
    const { directory, attachments } = createSession(outbox, 'test');
    writeFileSync(join(attachments, '000001.txt'), '');
    removeSession(directory);
    expect(existsSync(directory)).toBe(false);
  });

  it('leaves the rest to the next session if time runs out, and nothing that could be delivered again', () => {
    const outbox = folder();
    const files = createSession(outbox, 'test');
    for (let count = 0; count < 10; count++) writeFileSync(join(files.attachments, `${count}.txt`), '');
    retireSession(files, 0, -1);
    expect(readdirSync(files.attachments)).toHaveLength(10);
    expect(existsSync(files.journal)).toBe(false);
    const longAgo = new Date(Date.now() - 1_000);
    utimesSync(join(files.directory, 'delivered.ndjson'), longAgo, longAgo);
    tidyOutbox(outbox, 0, -1);
    expect(readdirSync(files.attachments)).toHaveLength(10);
    tidyOutbox(outbox, 0);
    expect(existsSync(files.directory)).toBe(false);
  });

  it('includes a folder whose process died before it had a journal, once that is certain', () => {
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

  it('keeps foreign files, and leaves no journal that could be delivered again', () => {
    const outbox = folder();
    const { directory, journal } = createSession(outbox, 'test');
    mkdirSync(join(directory, 'mine'));
    removeSession(directory);
    expect(existsSync(journal)).toBe(false);
    expect(existsSync(join(directory, 'mine'))).toBe(true);
    expect(readFileSync(join(outbox, '.gitignore'), 'utf8')).toBe('*\n');
  });
});
