import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { CONFIGURATION, deliverySettings, KEY, RUN } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { addressSpace, runProcess } from './run-process.js';
import { useStrictService } from './use-strict-service.js';

const ADAPTER = fileURLToPath(new URL('./scripted-adapter.mjs', import.meta.url));
const AT_HAND = new URL('./thread-at-hand.mjs', import.meta.url).href;
const CORE = fileURLToPath(new URL('..', import.meta.url));
const start = useStrictService();

let idRoot: string;
beforeEach(() => {
  idRoot = mkdtempSync(join(tmpdir(), 'testpoint-threads-'));
});
afterEach(() => rmSync(idRoot, { recursive: true, force: true }));

function scriptFor(url: string, secretKey = KEY): string {
  const options = { url, secretKey, configurationId: CONFIGURATION, redact: ['log of'], report: true };
  return JSON.stringify({
    idRoot,
    options: secretKey === '' ? options : { ...options, testRunId: RUN },
    ...{ tests: 3, ending: 'close', attachments: true },
  });
}

const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
const READ = [PERMISSION, '--allow-fs-read=*'];
const READ_AND_WRITE = [...READ, '--allow-fs-write=*'];
const COULD_NOT_START = 'not delivered: the delivery thread could not start (';

/** Folders of the sessions that were kept. */
function sessions(): string[] {
  return readdirSync(join(idRoot, '.testpoint')).filter((name) => /^\d{14}-/.test(name));
}

describe('if no delivery thread can start, the results wait for a flush, and the summary says why', () => {
  async function flushAll(url: string) {
    return flush({ directory: join(idRoot, '.testpoint'), settings: deliverySettings(url) });
  }

  it('because threads are not allowed', async () => {
    const service = await start();
    const { code, errorOutput } = await runProcess([...READ_AND_WRITE, ADAPTER, scriptFor(service.url)]);
    expect(code).toBe(0);
    expect(errorOutput).toContain(`3 results ${COULD_NOT_START}`);
    expect(errorOutput).toMatch(/npx testpoint flush/);
    expect(errorOutput).not.toMatch(/^\s+at /m);
    expect(await flushAll(service.url)).toMatchObject({ isClean: true });
    expect(service.results).toHaveLength(3);
    expect(new ReportFolder(join(idRoot, 'testpoint-report')).run.rows).toBe(3);
    expect(sessions()).toEqual([]);
  });

  it('without a key, the report waits', async () => {
    const { errorOutput } = await runProcess([...READ_AND_WRITE, ADAPTER, scriptFor('http://127.0.0.1:9', '')]);
    expect(errorOutput).toContain('No report: the delivery thread could not start (');
    expect(errorOutput).toMatch(/npx testpoint report/);
    expect(sessions()).toHaveLength(1);
  });

  it('because its file is gone', async () => {
    const service = await start();
    const core = join(idRoot, 'node_modules', '@testpoint', 'core');
    cpSync(join(CORE, 'dist'), join(core, 'dist'), { recursive: true });
    cpSync(join(CORE, 'package.json'), join(core, 'package.json'));
    cpSync(join(CORE, 'node_modules', 'jiti'), join(idRoot, 'node_modules', 'jiti'), {
      recursive: true,
      dereference: true,
    });
    cpSync(ADAPTER, join(idRoot, 'adapter.mjs'));
    rmSync(join(core, 'dist', 'delivery-thread.cjs'));
    const { errorOutput } = await runProcess([join(idRoot, 'adapter.mjs'), scriptFor(service.url)]);
    expect(errorOutput).toContain(`3 results ${COULD_NOT_START}`);
    expect(await flushAll(service.url)).toMatchObject({ isClean: true });
    expect(service.results).toHaveLength(3);
  });

  it.runIf(process.platform === 'linux').each(IS_LONG ? [500_000, 800_000, 1_050_000] : [800_000])(
    'because ulimit -v leaves too little memory: %i KiB',
    async (left) => {
      const service = await start();
      const { code, errorOutput } = await runProcess([ADAPTER, scriptFor(service.url)], addressSpace(left));
      expect(code).toBe(0);
      expect(errorOutput).toMatch(
        /3 results not delivered: the delivery thread could not start \(it needs 1\.1 GiB of address space, and ulimit -v leaves \d\.\d GiB\)/,
      );
      expect(await flushAll(service.url)).toMatchObject({ isClean: true });
      expect(service.results).toHaveLength(3);
    },
  );

  it.runIf(process.platform === 'linux')('but with enough memory below a limit, the thread delivers', async () => {
    const service = await start();
    const { errorOutput } = await runProcess([ADAPTER, scriptFor(service.url)], addressSpace(3_000_000));
    expect(errorOutput).toContain('all delivered');
  });
});

it('if a thread worked and then died, the summary does not say that it never started, even if the process was never idle', async () => {
  const service = await start();
  const script = JSON.stringify({ ...JSON.parse(scriptFor(service.url)), ending: 'exit after the thread' });
  const { errorOutput } = await runProcess(['--import', AT_HAND, ADAPTER, script]);
  expect(errorOutput).toContain('3 results not delivered: the delivery thread ended early');
});

describe('under Node’s permission model', () => {
  it.each<[string, string[]]>([
    ['with workers, without writing', [...READ, '--allow-worker']],
    ['with writing elsewhere only', [...READ, '--allow-fs-write=/nowhere/']],
    ...(IS_LONG ? [['without workers and writing', READ] satisfies [string, string[]]] : []),
  ])('%s, there is no stack trace, and the counts are true', async (_, permissions) => {
    const service = await start();
    const { code, errorOutput } = await runProcess([...permissions, ADAPTER, scriptFor(service.url)]);
    expect(code).toBe(0);
    expect(errorOutput).not.toMatch(/^\s+at /m);
    expect(errorOutput).toContain('3 results: 3 passed');
    const isDelivered = service.results.length === 3;
    expect(service.results).toHaveLength(permissions.includes('--allow-worker') ? 3 : 0);
    expect(errorOutput).toContain(isDelivered ? 'all delivered' : `3 results ${COULD_NOT_START}`);
    if (!isDelivered) expect(errorOutput).toContain('3 results lost: neither the disk nor the service accepted them');
  });
});

it.runIf(process.platform === 'linux')('an outbox below /proc is replaced at once', async () => {
  const service = await start();
  const options = { url: service.url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  const script = JSON.stringify({
    idRoot,
    options: { ...options, outboxDir: '/proc/testpoint/a' },
    tests: 3,
    ending: 'close',
  });
  const { errorOutput } = await runProcess([ADAPTER, script]);
  expect(errorOutput).toMatch(
    /Testpoint can't write to the outbox \(ENOENT.*\/proc\/testpoint.*\), so results are kept in /,
  );
  expect(service.results).toHaveLength(3);
});
