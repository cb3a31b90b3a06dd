import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { collect } from '../../../scripts/processes.mjs';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings } from './journals.js';
import { expected, Suite } from './scripted-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

/** An offset that the delivery thread does not reach while the service accepts nothing; bytes. */
const UNREAD = 800_000;

type Damage = [string, (bytes: Buffer) => Buffer];
const OTHER_DAMAGE: Damage[] = [
  ['a byte changed', (bytes) => bytes.fill('~', UNREAD, UNREAD + 1)],
  ['lines cut out', (bytes) => Buffer.concat([bytes.subarray(0, UNREAD), bytes.subarray(UNREAD + 5_000)])],
];

describe.skipIf(process.platform === 'win32')('a journal that is damaged while its suite runs', () => {
  it.each<Damage>([
    ['zeros in the middle', (bytes) => bytes.fill(0, UNREAD, UNREAD + 1_000)],
    ...(IS_LONG ? OTHER_DAMAGE : []),
    ['emptied', () => Buffer.alloc(0)],
  ])("is kept, is reported as partly unreadable, and fails a run with onUndelivered: 'fail': %s", async (_, change) => {
    let isOpen = false;
    const tms = await start({
      intercept: (request, response) => {
        if (isOpen) return false;
        request.resume();
        response.writeHead(503, { 'Retry-After': '0' }).end();
        return true;
      },
    });
    const suite = new Suite();
    const script = { tests: 3_000, ending: 'close when told' } as const;
    const { child, ended } = collect(
      suite.spawn(tms.url, {
        ...script,
        options: { batchSize: 20, concurrency: 1, onUndelivered: 'fail' },
      }),
    );
    await once(child.stdout ?? child, 'data');
    const directory = join(suite.outbox, suite.sessions()[0] ?? '');
    const journal = join(directory, 'journal.ndjson');
    writeFileSync(journal, change(readFileSync(journal)));
    isOpen = true;
    child.kill('SIGUSR2');
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\d lines? of the journal can't be read: the journal was damaged after it was written\n +The session is kept in \S+\. Restore it from a copy and flush it, or discard these lines:\n +npx testpoint flush \S+ --drop-unreadable\n/,
    );
    expect(existsSync(journal)).toBe(true);
    const settings = deliverySettings(tms.url);
    const kept = await flush({ directory, settings });
    expect(kept.isClean).toBe(false);
    await flush({ directory, settings, dropUnreadable: true });
    const ids = idsIn(tms);
    expect(ids.length).toBe(new Set(ids).size);
    const known = new Set(expected(3_000));
    const wrong = ids.filter((id) => !known.has(String(id)));
    expect(wrong).toEqual([]);
  });
});
