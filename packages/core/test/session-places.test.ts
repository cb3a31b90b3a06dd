import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings, KEY } from './journals.js';
import { expected, Suite } from './scripted-suite.js';
import { useDisks } from './use-disks.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();
const mount = useDisks();

describe('a session on disk', () => {
  it('keeps its journal private to the user, ignored by git and free of the key', async () => {
    const suite = new Suite();
    await suite.run('http://127.0.0.1:9', { tests: 1, ending: 'close', options: { parameters: { token: KEY } } });
    const [session = ''] = suite.sessions();
    const journal = join(suite.outbox, session, 'journal.ndjson');
    expect(statSync(journal).mode & 0o077).toBe(0);
    expect(statSync(join(suite.outbox, session)).mode & 0o077).toBe(0);
    expect(readFileSync(join(suite.outbox, '.gitignore'), 'utf8')).toBe('*\n');
    expect(readFileSync(journal, 'utf8')).not.toContain(KEY);
    expect(readFileSync(journal, 'utf8')).toContain('***');
  });

  it.skipIf(process.platform === 'win32')(
    'says what is lost if the disk is full and there is no service, and the suite continues',
    async () => {
      const suite = new Suite();
      const script = { tests: 60, ending: 'close' } as const;
      const { code, errorOutput } = await suite.run('http://127.0.0.1:9', script, {}, '-f 8');
      expect(code).toBe(0);
      expect(errorOutput).toContain(
        'Writing to the outbox failed (EFBIG: file too large, write), so the rest was only in memory: attachments, steps and hooks may be missing',
      );
      const lost = Number(/(\d+) results lost: neither the disk nor the service accepted them/.exec(errorOutput)?.[1]);
      const second = await start();
      const report = await flush({ directory: suite.outbox, settings: deliverySettings(second.url) });
      expect(report.isClean).toBe(true);
      expect(second.results.length).toBe(60 - lost);
      expect(lost).toBeGreaterThan(0);
      expect(second.results.length).toBeGreaterThan(0);
    },
  );

  it.runIf(process.platform === 'linux')('leaves no partial file on a full disk', async () => {
    const tms = await start();
    const suite = new Suite();
    mkdirSync(suite.outbox);
    mount(suite.outbox, 'size=16k');
    const { errorOutput } = await suite.run(tms.url, { tests: 60, ending: 'close', attachments: true });
    expect(errorOutput).toContain('Writing to the outbox failed (ENOSPC');
    expect(idsIn(tms).sort()).toEqual(expected(60));
    const names = readdirSync(suite.outbox).map((name) => name.replace(/\.(?:ndjson|gitignore)$/, ''));
    expect(names.filter((name) => name.includes('.'))).toEqual([]);
  });

  it('keeps results elsewhere if the folder is not writable, and says so', async () => {
    const tms = await start();
    const suite = new Suite();
    writeFileSync(suite.outbox, 'a file where the outbox should be');
    chmodSync(suite.outbox, 0o400);
    const { errorOutput } = await suite.run(tms.url, { tests: 3, ending: 'close' });
    expect(errorOutput).toContain("Testpoint can't write to the outbox");
    expect(idsIn(tms).sort()).toEqual(expected(3));
  });

  it('delivers from memory if there is no place to write to, and says so', async () => {
    const tms = await start();
    const suite = new Suite();
    writeFileSync(suite.outbox, '');
    const { errorOutput } = await suite.run(
      tms.url,
      { tests: 30, ending: 'close', attachments: true },
      { TMPDIR: '/dev/null/nowhere' },
    );
    expect(errorOutput).toContain('delivered from memory only');
    expect(idsIn(tms).sort()).toEqual(expected(30));
    expect(tms.violations).toEqual([]);
    expect(tms.attachments.size).toBe(30);
  });
});
