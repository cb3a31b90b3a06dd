import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIGURATION, KEY, RUN } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { runProcess } from './run-process.js';
import { useStrictService } from './use-strict-service.js';

const ADAPTER = fileURLToPath(new URL('./scripted-adapter.mjs', import.meta.url));
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

const permissions = ['--experimental-permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-child-process'];

/** Folders of the sessions that were kept. */
function sessions(): string[] {
  return readdirSync(join(idRoot, '.testpoint')).filter((name) => /^\d{14}-/.test(name));
}

describe('if no delivery thread can start, another process delivers at the end, and the summary says so', () => {
  it('because threads are not allowed', async () => {
    const service = await start();
    const { errorOutput } = await runProcess([...permissions, ADAPTER, scriptFor(service.url)]);
    expect(errorOutput).toMatch(/3 results: .* all delivered/);
    expect(errorOutput).toMatch(
      /The delivery thread could not start \(.*\), so another process delivered the results at the end\./,
    );
    expect(errorOutput).not.toMatch(/^\s+at /m);
    expect(service.results).toHaveLength(3);
    const report = new ReportFolder(join(idRoot, 'testpoint-report'));
    expect(report.run.sessions).toMatchObject([{ runId: RUN, end: 'complete' }]);
    expect(report.text('attachments/1/000001.txt')).toBe('*** 0');
    expect(sessions()).toEqual([]);
  });

  it('or only makes the report, if there is no key', async () => {
    const { errorOutput } = await runProcess([...permissions, ADAPTER, scriptFor('http://127.0.0.1:9', '')]);
    expect(errorOutput).toMatch(/another process made the report at the end\./);
    expect(errorOutput).toMatch(/Report: file:/);
    expect(new ReportFolder(join(idRoot, 'testpoint-report')).run.rows).toBe(3);
    expect(sessions()).toEqual([]);
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
    expect(errorOutput).toMatch(/3 results: .* all delivered/);
    expect(errorOutput).toMatch(/The delivery thread could not start/);
    expect(service.results).toHaveLength(3);
  });

  it('and undelivered results wait', async () => {
    const { errorOutput } = await runProcess([...permissions, ADAPTER, scriptFor('http://127.0.0.1:9')]);
    expect(errorOutput).toMatch(/3 results not delivered: No connection/);
    expect(errorOutput).toMatch(/npx testpoint flush/);
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
