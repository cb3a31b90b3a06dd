import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { SessionLock } from '../src/outbox/lock/lock.js';
import { makeReport } from '../src/report/make-report.js';
import { deliverySettings, numbered, TestJournal } from './journals.js';
import { expected, Suite } from './scripted-suite.js';
import { fill, useDisks } from './use-disks.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();
const mount = useDisks();
/** Preloaded, it delays the delivery thread. */
const LATE = new URL('./late-thread.mjs', import.meta.url).href;
const NOWHERE = 'http://127.0.0.1:9';

/** Creates files until there is no inode left. */
function takeInodes(folder: string): void {
  try {
    for (let count = 0; ; count++) writeFileSync(join(folder, `filler-${count}`), '');
  } catch {
    // That was the last one.
  }
}

/** An outbox with a session of this many results, on its own file system. */
function mountedJournal(options: string, count: number): { outbox: string; session: string } {
  const journal = new TestJournal();
  for (const id of numbered(count)) journal.resultWithFile(id, `log of ${id}`);
  const outbox = mkdtempSync(join(tmpdir(), 'testpoint-mounted-'));
  mount(outbox, options);
  cpSync(journal.outbox, outbox, { recursive: true });
  rmSync(journal.outbox, { recursive: true });
  const [name = ''] = readdirSync(outbox);
  return { outbox, session: join(outbox, name) };
}

describe.runIf(process.platform === 'linux')('if an outbox is not writable', () => {
  it.each(IS_LONG ? [6, 7, 8, 9, 12, 20] : [6, 9])(
    'a suite with %i inodes left delivers everything',
    async (inodes) => {
      const tms = await start();
      const suite = new Suite();
      mkdirSync(suite.outbox);
      mount(suite.outbox, `nr_inodes=${inodes},size=1m`);
      const { code, errorOutput } = await suite.run(tms.url, { tests: 15, ending: 'close', attachments: true });
      expect(code).toBe(0);
      expect(errorOutput).toContain('15 results: 14 passed, 1 failed · all delivered');
      expect(idsIn(tms).sort()).toEqual(expected(15));
      expect(tms.attachments.size).toBe(15);
    },
  );

  it.each([
    ['inodes', 'nr_inodes=9,size=1m'],
    ['bytes', 'size=24k'],
  ])('a suite with few %s left delivers everything, however late its delivery thread starts', async (_, options) => {
    const tms = await start();
    const suite = new Suite();
    mkdirSync(suite.outbox);
    mount(suite.outbox, options);
    const script = { tests: 60, ending: 'close', attachments: true } as const;
    const { errorOutput } = await suite.run(tms.url, script, { NODE_OPTIONS: `--import ${LATE}` });
    expect(errorOutput).toContain('60 results: 54 passed, 6 failed · all delivered');
    expect(errorOutput).not.toContain('lost');
    expect(idsIn(tms).sort()).toEqual(expected(60));
    expect(tms.attachments.size).toBe(60);
  });

  it('a report is made of a read-only one, which keeps its sessions', async () => {
    const { outbox, session } = mountedJournal('size=1m', 3);
    const folder = mkdtempSync(join(tmpdir(), 'testpoint-report-'));
    renameSync(sessionFiles(session).journal, sessionFiles(session, true).journal);
    spawnSync('mount', ['-o', 'remount,ro', outbox]);
    const inputs = [outbox];
    const { run, deleted } = await makeReport({ inputs, directory: join(folder, 'report'), settings: {} });
    expect({ rows: run.rows, deleted }).toEqual({ rows: 3, deleted: [] });
    rmSync(folder, { recursive: true });
  });

  it.each(IS_LONG ? [8, 9, 12] : [9])(
    'a suite with %i inodes left and no service leaves everything to flush',
    async (inodes) => {
      const suite = new Suite();
      mkdirSync(suite.outbox);
      mount(suite.outbox, `nr_inodes=${inodes},size=1m`);
      await suite.run(NOWHERE, { tests: 15, ending: 'close' });
      takeInodes(suite.outbox);
      const tms = await start();
      const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
      expect(report).toMatchObject({ isClean: true, left: 0 });
      expect(idsIn(tms).sort()).toEqual(expected(15));
    },
  );

  it('a flush without an inode for its lock delivers, and deletes the session’s journal', async () => {
    const tms = await start();
    const { outbox, session } = mountedJournal('nr_inodes=60,size=1m', 15);
    takeInodes(outbox);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true, left: 0, sessions: [{ outcome: 'delivered', sent: 15 }] });
    expect(tms.results.length).toBe(15);
    expect(tms.attachments.size).toBe(15);
    expect(existsSync(join(session, 'journal.ndjson'))).toBe(false);
  });

  it('a flush on a full file system delivers, and deletes the session', async () => {
    const tms = await start();
    const { outbox, session } = mountedJournal('size=1m', 15);
    fill(outbox);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true, left: 0, sessions: [{ outcome: 'delivered', sent: 15 }] });
    expect(report.sessions[0]?.unmarked).toBeUndefined();
    expect(idsIn(tms).sort()).toEqual(numbered(15).sort());
    expect(existsSync(session)).toBe(false);
  });

  it('a flush on a read-only file system delivers, and says what it could not mark', async () => {
    const tms = await start();
    const { outbox, session } = mountedJournal('size=1m', 15);
    spawnSync('mount', ['-o', 'remount,ro', outbox]);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true, left: 0, sessions: [{ outcome: 'delivered', sent: 15 }] });
    expect(report.sessions[0]?.unmarked).toContain('EROFS');
    expect(idsIn(tms).sort()).toEqual(numbered(15).sort());
    expect(existsSync(join(session, 'journal.ndjson'))).toBe(true);
  });

  it('a flush that can’t lock a session leaves it alone if another process has locked it', async () => {
    const tms = await start();
    const { outbox, session } = mountedJournal('size=1m', 1);
    expect(SessionLock.take(session, 1)).toBeInstanceOf(SessionLock);
    spawnSync('mount', ['-o', 'remount,ro', outbox]);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url) });
    expect(report.sessions[0]?.outcome).toBe('busy');
    expect(tms.results).toEqual([]);
  });
});
