import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { GUID, type Loopback, startHttp, startTcp } from '../../core/test/loopback.js';
import { ended, printed, settingsFor, startCli } from './harness.js';

interface End {
  /**
   * Time from the start of exec to the start of the command, and from the end of the command to the end of exec;
   * milliseconds.
   */
  before: number;
  after: number;
  code: number | null;
  stderr: string;
  requests: number;
}

type Service = Pick<Loopback, 'url' | 'close' | 'connections' | 'received'>;

/** How much time exec may add before the command and after it, milliseconds: the promise itself. */
const MOST = 6_000;
const COMMAND = fileURLToPath(new URL('./fixtures/left-behind.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'testpoint-exec-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Services that do not work, and what exec says about them. */
const SERVICES: Record<string, { start(): Promise<Service>; env?: Record<string, string>; says: RegExp }> = {
  'says nothing': { start: () => startTcp(() => {}), says: /did not create the run/ },
  'says nothing to a command with its own run': {
    start: () => startTcp(() => {}),
    env: { TMS_TEST_RUN_ID: GUID, TMS_FINISH: 'complete' },
    says: /does not answer/,
  },
  'answers 503': { start: always(503), says: /HTTP 503/ },
  'answers 503 to a command with its own run': {
    start: always(503),
    env: { TMS_TEST_RUN_ID: GUID },
    says: /HTTP 503/,
  },
  'asks to wait 60 s': { start: always(429, { 'Retry-After': '60' }), says: /asks us to wait until .*\d\d:\d\d/ },
  'asks to wait an hour': { start: always(503, { 'Retry-After': '3600' }), says: /asks us to wait until .*\d\d:\d\d/ },
  'asks a command with its own run to wait an hour': {
    start: always(503, { 'Retry-After': '3600' }),
    env: { TMS_TEST_RUN_ID: GUID },
    says: /asks us to wait until .*\d\d:\d\d/,
  },
  'answers with a web page': { start: always(200, { 'Content-Type': 'text/html' }), says: /web page/ },
  'resets connections': {
    start: () => startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
    says: /No connection/,
  },
  'drips its answers': {
    start: () =>
      startHttp((_request, response) => {
        response.writeHead(200);
        const dripping = setInterval(() => response.write(' '), 500);
        response.once('close', () => clearInterval(dripping));
      }),
    says: /did not create the run/,
  },
  'creates the run, and says nothing more': {
    start: () => startHttp((request, response) => request.url?.endsWith('/CreateTestRun') && take(response)),
    says: /did not start run/,
  },
  'accepts everything, but never completes the run': {
    start: () => startHttp((request, response) => !request.url?.includes('/CompleteTestRun') && take(response)),
    says: /Could not complete run \S+: no answer within 4.5 s[\s\S]*npx testpoint run complete/,
  },
};
/** In `npm test`: ways to fail, and a run of the command's own. */
const SAMPLE = [
  'says nothing to a command with its own run',
  'asks to wait an hour',
  'drips its answers',
  'creates the run, and says nothing more',
  'accepts everything, but never completes the run',
];
const CASES = Object.entries(SERVICES).filter(([name]) => IS_LONG || SAMPLE.includes(name));
const ends = new Map<string, Promise<End>>();

describe('exec adds little before the command and after it, whatever the service does', () => {
  // All of them wait at the same time, but they start one after the other, so that a slow machine does not delay an end.
  beforeAll(async () => {
    for (const [name, { start, env = {} }] of CASES) {
      const service = await start();
      ends.set(name, timed(service, env));
      await vi.waitFor(() => expect(service.connections).toBeGreaterThan(0), { timeout: 20_000 });
    }
  });

  test.each(CASES)('with a service that %s', async (name, { says }) => {
    const end = await ends.get(name);
    expect(end?.code).toBe(7);
    expect(end?.stderr).toMatch(says);
    expect(end?.before).toBeLessThan(MOST);
    expect(end?.after).toBeLessThan(MOST);
    expect(end?.requests).toBeLessThan(25);
  });
});

test('the command’s results go into a run even if the service is slow to create it', async () => {
  let runs = 0;
  const service = await startHttp((request, response) => {
    const isCreated = request.url?.endsWith('/CreateTestRun') === true;
    if (isCreated) runs++;
    setTimeout(() => take(response), isCreated ? 8_000 : 0);
  });
  const end = await timed(service, {});
  expect(end).toMatchObject({ code: 7, stderr: expect.stringMatching(/run \S+ completed/) });
  expect(end.stderr).toContain('Testpoint: the service did not create the run within 4.5 s');
  expect(end.before).toBeLessThan(MOST);
  expect(runs).toBe(1);
});

test.each(['SIGTERM', ...(IS_LONG ? (['SIGINT'] as const) : [])] as const)(
  'exec keeps this promise after %s, too',
  async (signal) => {
    const service = await startHttp(
      (request, response) =>
        !request.url?.endsWith('/testResults') && !request.url?.includes('/Stop') && take(response),
    );
    const child = startCli(['exec', '--', process.execPath, COMMAND, 'wait'], settingsFor(service), folderOf());
    const end = ended(child);
    await printed(child, 'over');
    const begun = performance.now();
    child.kill(signal);
    expect(await end).toMatchObject({ code: 7, stderr: expect.stringMatching(/npx testpoint flush .*run stop/) });
    expect(performance.now() - begun).toBeLessThan(MOST);
    await service.close();
  },
);

async function timed(service: Service, env: Record<string, string>): Promise<End> {
  const begun = performance.now();
  const child = startCli(['exec', '--', process.execPath, COMMAND], { ...settingsFor(service), ...env }, folderOf());
  const end = ended(child);
  await printed(child, 'begun');
  const before = performance.now() - begun;
  await printed(child, 'over');
  const over = performance.now();
  const { code, stderr } = await end;
  const after = performance.now() - over;
  await service.close();
  return { before, after, code, stderr, requests: service.received.length };
}

function folderOf(): string {
  const own = mkdtempSync(join(folder, 'suite-'));
  writeFileSync(join(own, 'points.json'), JSON.stringify([{ configurationGlobalId: 10, testCaseGlobalId: 101 }]));
  return own;
}

function always(status: number, headers: Record<string, string> = {}) {
  return () => startHttp((_request, response) => response.writeHead(status, headers).end('<title>no</title>'));
}

function take(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id: GUID }));
}
