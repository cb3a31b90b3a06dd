import { mkdtempSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { waitingIn } from '../src/outbox/read/waiting.js';
import { deliverySettings } from './journals.js';
import { Suite } from './scripted-suite.js';
import { useStrictService } from './use-strict-service.js';

const start = useStrictService();
const NOWHERE = 'http://127.0.0.1:9';
const FEW = { tests: 3, ending: 'close', attachments: true } as const;

describe('waiting sessions in the outbox', () => {
  it('are in the summary, with their size, if earlier sessions left something', async () => {
    const suite = new Suite();
    const first = await suite.run(NOWHERE, FEW);
    expect(first.errorOutput).toContain('3 results not delivered');
    expect(first.errorOutput).not.toContain('waiting in');
    const second = await suite.run(NOWHERE, FEW);
    expect(second.errorOutput).toMatch(
      /2 sessions are waiting in \S*\.testpoint \(\d+ KiB\): npx testpoint flush \S*\.testpoint\n/,
    );
    const tms = await start();
    const third = await suite.run(tms.url, FEW);
    expect(third.errorOutput).toContain('all delivered');
    expect(third.errorOutput).toMatch(/2 sessions are waiting in \S*\.testpoint \(\d+ KiB\)/);
    await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    const fourth = await suite.run(tms.url, FEW);
    expect(fourth.errorOutput).not.toContain('waiting in');
    expect(tms.results.length).toBe(12);
  });

  it('are announced prominently if they are large, and nothing is deleted', async () => {
    const suite = new Suite();
    await suite.run(NOWHERE, FEW);
    const [session = ''] = suite.sessions();
    truncateSync(join(suite.outbox, session, 'attachments', '000001.txt'), 1.5 * 1024 ** 3);
    const tms = await start();
    const { errorOutput } = await suite.run(tms.url, FEW);
    expect(errorOutput).toMatch(
      /! 1 session is waiting in \S+ \(1\.5 GiB\): undelivered results are never deleted\.\n +Deliver with npx testpoint flush \S+, or delete the folders of sessions that you no longer need\.\n/,
    );
    expect(suite.sessions()).toEqual([session]);
  });

  it('are measured only while there is time', async () => {
    const suite = new Suite();
    for (let session = 0; session < 2; session++) await suite.run(NOWHERE, FEW);
    const all = waitingIn([suite.outbox]);
    expect(all).toMatchObject({ sessions: 2, others: 2, isAtLeast: false });
    expect(waitingIn([suite.outbox], undefined, -1)).toMatchObject({ sessions: 0, isAtLeast: true });
  });

  it('do not include delivered ones that are kept on request', async () => {
    const tms = await start();
    const suite = new Suite();
    await suite.run(tms.url, { ...FEW, options: { keepDelivered: 7 } });
    const [session = ''] = suite.sessions();
    expect(readdirSync(join(suite.outbox, session))).toContain('delivered.ndjson');
    expect(waitingIn([suite.outbox]).sessions).toBe(0);
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url, { keepDelivered: 7 }) });
    expect(report).toMatchObject({ sessions: [], isClean: true });
    expect(tms.results.length).toBe(3);
    // It is no longer wanted, so the next session deletes it.
    await suite.run(tms.url, FEW);
    expect(suite.sessions()).toEqual([]);
  });

  it('are not found in a folder that is not an outbox', () => {
    const folder = mkdtempSync(join(tmpdir(), 'testpoint-empty-'));
    writeFileSync(join(folder, 'file'), '');
    for (const outbox of [folder, join(folder, 'file'), join(folder, 'nowhere')]) {
      expect(waitingIn([outbox])).toEqual({ sessions: 0, others: 0, bytes: 0, isAtLeast: false });
    }
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
