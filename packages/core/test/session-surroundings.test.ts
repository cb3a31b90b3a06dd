import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings } from './journals.js';
import { expected, Suite } from './scripted-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();
const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('a session whose outbox is removed while the suite runs', () => {
  it.each(['at once', 'in the middle'] as const)('%s: delivers everything, and says what happened', async (when) => {
    const tms = await start();
    const suite = new Suite();
    const script = { tests: 60, ending: 'close', attachments: true, removesOutbox: when } as const;
    const { code, errorOutput } = await suite.run(tms.url, script);
    expect(code).toBe(0);
    expect(idsIn(tms).sort()).toEqual(expected(60));
    expect(tms.violations).toEqual([]);
    if (when === 'at once') {
      // An attachment that was deleted with it is named in its result.
      const [first] = tms.results.filter(({ body }) => body.autoTestExternalId === expected(60)[0]);
      expect(first?.body.message).toContain('Attachment missing: log.txt');
      expect(tms.attachments.size).toBe(59);
    }
    expect(errorOutput).toContain('60 results: 54 passed, 6 failed · all delivered');
    expect(errorOutput).toContain(
      '! The outbox was deleted while the suite ran: attachments, steps and hooks may be missing',
    );
    expect(errorOutput).not.toContain('npx testpoint flush');
    expect(suite.sessions()).toEqual([]);
  });

  it('and that can’t deliver restores its records; flush delivers them', async () => {
    const suite = new Suite();
    const script = { tests: 60, ending: 'close', removesOutbox: 'at once' } as const;
    const { code, errorOutput } = await suite.run('http://127.0.0.1:9', script);
    expect(code).toBe(0);
    expect(errorOutput).toMatch(/60 results not delivered/);
    expect(errorOutput).toContain(
      '! The outbox was deleted while the suite ran: undelivered results were put back, without their attachments',
    );
    const tms = await start();
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true });
    expect(idsIn(tms).sort()).toEqual(expected(60));
    expect(suite.sessions()).toEqual([]);
  });
});

describe.runIf(isLinux)('a session whose files a test closes, and whose numbers the test’s own files get,', () => {
  const closing = { tests: 24, ending: 'close', attachments: true } as const;

  /** What the test's files contain. */
  function strangers(suite: Suite): string[] {
    const folder = join(suite.idRoot, 'of-the-test');
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  }

  it('delivers everything, writes into none of them, and makes its report', async () => {
    const tms = await start();
    const suite = new Suite();
    const script = { ...closing, closes: 'files', options: { report: true } } as const;
    const { code, errorOutput } = await suite.run(tms.url, script);
    expect(code).toBe(0);
    expect(errorOutput).toContain('24 results: 22 passed, 2 failed · all delivered');
    expect(errorOutput).toMatch(/Report: file:/);
    expect(errorOutput).not.toMatch(/disk|lost|closed/);
    expect(idsIn(tms).sort()).toEqual(expected(24));
    expect(strangers(suite).join('')).toBe('');
    expect(suite.sessions()).toEqual([]);
  });

  it('and whose outbox it deletes: delivers the rest from memory', async () => {
    const tms = await start();
    const suite = new Suite();
    const { code, errorOutput } = await suite.run(tms.url, { ...closing, closes: 'delivered files, and removes them' });
    expect(code).toBe(0);
    expect(errorOutput).toContain('24 results: 22 passed, 2 failed · all delivered');
    expect(errorOutput).toContain(
      'The outbox was deleted while the suite ran: attachments, steps and hooks may be missing',
    );
    expect(errorOutput).not.toMatch(/disk|lost|closed/);
    expect(idsIn(tms).sort()).toEqual(expected(24));
    expect(strangers(suite).join('')).toBe('');
  });

  it('and whose outbox it deletes while the service is down: says what is lost', async () => {
    const suite = new Suite();
    const script = { ...closing, closes: 'files, and removes them' } as const;
    const { code, errorOutput } = await suite.run('http://127.0.0.1:9', script);
    expect(code).toBe(0);
    expect(errorOutput).toMatch(
      /24 results not delivered.*\n.*The outbox was deleted while the suite ran, so they are lost/,
    );
    expect(errorOutput).not.toMatch(/can't be read|neither the disk/);
  });

  it('keeps everything for a flush if the service is down', async () => {
    const suite = new Suite();
    const { errorOutput } = await suite.run('http://127.0.0.1:9', { ...closing, closes: 'files' });
    expect(errorOutput).toContain('24 results not delivered');
    const tms = await start();
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true });
    expect(idsIn(tms).sort()).toEqual(expected(24));
  });
});

describe.runIf(isLinux)('a session in a process with few descriptors', () => {
  it.each(IS_LONG ? [64, 40, 34] : [34])('of %i delivers everything', async (limit) => {
    const tms = await start();
    const suite = new Suite();
    const script = { tests: 60, ending: 'close', attachments: true } as const;
    const { code, errorOutput } = await suite.run(tms.url, script, {}, `-n ${limit}`);
    expect(code).toBe(0);
    expect(errorOutput).toContain('all delivered');
    expect(idsIn(tms).sort()).toEqual(expected(60));
    expect(tms.attachments.size).toBe(60);
    expect(suite.sessions()).toEqual([]);
  });

  it.each(['in the middle', ...(IS_LONG ? (['at once'] as const) : [])] as const)(
    'whose suite has opened all of them %s: delivers everything',
    async (when) => {
      // A connection that is closed while the suite holds all descriptors has to be opened again.
      const tms = await start({
        intercept: (_request, response) => {
          response.shouldKeepAlive = false;
          return false;
        },
      });
      const suite = new Suite();
      const script = { tests: 60, ending: 'close', attachments: true, takesDescriptors: when } as const;
      const { code, errorOutput } = await suite.run(tms.url, script, {}, '-n 64');
      expect(code).toBe(0);
      expect(errorOutput).toContain('all delivered');
      expect(idsIn(tms).sort()).toEqual(expected(60));
      expect(tms.attachments.size).toBe(60);
      expect(tms.results.filter(({ body }) => body.message?.toString().includes('missing'))).toEqual([]);
    },
  );
});
