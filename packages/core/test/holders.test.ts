import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { visit } from '../src/outbox/lock/life-socket.js';
import { readLocks } from '../src/outbox/lock/lock-file.js';
import { deliverySettings, RUN } from './journals.js';
import { expected } from './scripted-suite.js';
import { deepOutbox, flushInProcess, StepwiseSuite } from './stepwise-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

/** A run that the session creates, and therefore ends. */
const OWN_RUN = {
  testRunId: undefined,
  projectGlobalId: 1,
  testPlanGlobalId: 2,
  configurationGlobalId: 7,
  testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 8 }],
};
const LONG_AGO = () => ({ beat: Date.now() - 65_000 });
/** The lock as a process on another kernel sees it, after more than a minute. */
const ELSEWHERE = () => ({ ...LONG_AGO(), host: 'elsewhere', boot: '00000000-0000-4000-8000-000000000000' });

/** A service that answers with 503 while it is down. */
async function startWithSwitch() {
  const state = { isDown: false };
  const tms = await start({
    intercept: (request, response) => {
      if (!state.isDown) return false;
      request.resume();
      response.writeHead(503).end();
      return true;
    },
  });
  return Object.assign(tms, { state });
}

/** The suite records ten more tests and ends as if nothing had happened: all 20 arrive once, and its run is completed. */
async function expectUndisturbedEnd(suite: StepwiseSuite, tms: Awaited<ReturnType<typeof start>>): Promise<void> {
  await suite.do('record 10');
  expect(await suite.close()).toBe(0);
  expect(idsIn(tms).sort()).toEqual(expected(20));
  expect(suite.errorOutput).toContain('20 results: 20 passed · all delivered');
  expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
  expect(readdirSync(suite.outbox).sort()).toEqual(['.gitignore', 'catalog.ndjson', 'last-run.ndjson']);
}

describe.skipIf(process.platform === 'win32')('a suite that is suspended', () => {
  it('keeps its session, however long ago its last sign of life was', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await suite.do('record 10');
    await suite.suspend();
    suite.rewriteLock(LONG_AGO());
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    suite.resume();
    expect(report).toMatchObject({ isClean: false, sessions: [{ outcome: 'busy' }] });
    expect(report.sessions[0]?.reason).toMatch(
      /^process \d+ on \S+ is delivering it, but may be suspended: last sign of life \d+ (?:s|min|h) ago$/,
    );
    expect(report.sessions[0]?.reason).toContain(`process ${suite.pid} `);
    await expectUndisturbedEnd(suite, tms);
  });

  it('keeps it even with force', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url);
    await suite.ready();
    await suite.suspend();
    suite.rewriteLock(LONG_AGO());
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url), force: true });
    suite.resume();
    expect(report.sessions).toMatchObject([{ outcome: 'busy' }]);
    await suite.close();
  });

  it('loses its session to a flush if nothing proves that it is alive: everything arrives once, and its run continues', async () => {
    const tms = await startWithSwitch();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await vi.waitUntil(() => tms.runEvents.length === 2);
    tms.state.isDown = true;
    await suite.do('record 10');
    await suite.do('attempt');
    await vi.waitUntil(() => tms.requests.some((request) => request.endsWith('testResults')));
    await suite.suspend();
    suite.rewriteLock(ELSEWHERE());
    tms.state.isDown = false;
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(idsIn(tms).sort()).toEqual(expected(10));
    expect(report).toMatchObject({
      isClean: false,
      sessions: [{ outcome: 'maybe-running', sent: 10, left: 1, reason: expect.stringContaining('elsewhere') }],
    });
    // Another flush finds nothing new, and does not conclude from the first one that the suite has ended.
    const again = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(again.sessions).toMatchObject([{ outcome: 'maybe-running', sent: 0, left: 1 }]);
    suite.resume();
    await expectUndisturbedEnd(suite, tms);
  });

  it('and wakes up while a flush delivers its session waits for the flush: everything arrives once', async () => {
    let held: (() => void) | undefined;
    let isDown = true;
    const tms = await start({
      intercept: (request, response, count) => {
        if (!request.url?.endsWith('testResults')) return false;
        if (isDown) {
          request.resume();
          response.writeHead(503).end();
          return true;
        }
        if (held !== undefined) return false;
        // The first array of the flush is answered when the suite has woken up; the others wait for it.
        held = () => {};
        const end = response.end.bind(response);
        response.end = ((...args: []) => {
          held = () => end(...args);
          return response;
        }) as typeof response.end;
        return count < 0;
      },
    });
    const suite = new StepwiseSuite(tms.url);
    await suite.ready();
    await suite.do('record 30');
    await vi.waitUntil(() => tms.requests.some((request) => request.endsWith('testResults')));
    await suite.suspend();
    suite.rewriteLock(ELSEWHERE());
    isDown = false;
    const settings = deliverySettings(tms.url, { concurrency: 1, batchSize: 100, requestTimeout: 20_000 });
    const flushing = flush({ directory: suite.outbox, settings });
    await vi.waitUntil(() => tms.results.length === 30, { timeout: 20_000 });
    suite.resume();
    await suite.do('record 5');
    const woken = Date.now();
    await vi.waitUntil(() => suite.lock.beat > woken, { timeout: 20_000 });
    expect(tms.results.length).toBe(30);
    held?.();
    expect((await flushing).sessions).toMatchObject([{ outcome: 'maybe-running' }]);
    await suite.close();
    expect(idsIn(tms).sort()).toEqual(expected(35));
    expect(suite.errorOutput).toContain('35 results: 35 passed · all delivered');
  });
});

describe.skipIf(process.platform === 'win32')('a suite that is dead', () => {
  it('is recognized at once, and its run is stopped', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url, OWN_RUN);
    await suite.kill();
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url), timeout: 1_000 });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered' }] });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Stop']);
    expect(existsSync(suite.outbox) && readdirSync(suite.outbox).filter((name) => name.includes('scripted'))).toEqual(
      [],
    );
  });

  it('keeps its session until --force if it ran on another machine, where it may still be alive', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await suite.do('record 10');
    await suite.do('attempt');
    await suite.delivered(10);
    await suite.kill();
    suite.rewriteLock(ELSEWHERE());
    const settings = deliverySettings(tms.url);
    const kept = await flush({ directory: suite.outbox, settings });
    expect(kept).toMatchObject({ isClean: false, sessions: [{ outcome: 'maybe-running', left: 1 }] });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start']);
    const forced = await flush({ directory: suite.outbox, settings, force: true });
    expect(forced).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 1 }] });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Stop']);
    expect(idsIn(tms).sort()).toEqual(expected(11));
  });

  it('on another machine is finished if its journal says that it had ended', async () => {
    const tms = await startWithSwitch();
    const suite = new StepwiseSuite(tms.url, { ...OWN_RUN, closeTimeout: 100 });
    await suite.ready();
    await vi.waitUntil(() => tms.runEvents.length === 2);
    tms.state.isDown = true;
    await suite.do('record 10');
    await suite.close();
    tms.state.isDown = false;
    suite.rewriteLock({ ...ELSEWHERE(), released: undefined });
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 10 }] });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
  });
});

describe.skipIf(process.platform !== 'linux')('in another namespace of process ids', () => {
  /** True as root, and in most containers. Elsewhere, the lock is rewritten to look as it does from another namespace. */
  const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
  const wrapper = canUnshare ? ['unshare', '--pid', '--fork', '--mount-proc'] : [];
  const fromOutside = (suite: StepwiseSuite) =>
    suite.rewriteLock({ ...LONG_AGO(), ...(!canUnshare && { pid: 2 ** 22 + 1, pids: 'pid:[1]' }) });

  it('a live suite is left alone', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await suite.do('record 10');
    await suite.suspend();
    fromOutside(suite);
    const report = await flushInProcess({ directory: suite.outbox, settings: deliverySettings(tms.url) }, wrapper);
    suite.resume();
    expect(report.sessions).toMatchObject([{ outcome: 'busy' }]);
    await suite.do('record 10');
    await suite.close();
    expect(idsIn(tms).sort()).toEqual(expected(20));
    expect(suite.errorOutput).toContain('all delivered');
  });

  it('a killed suite is recognized at once, because its socket refuses connections', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url, OWN_RUN);
    await suite.kill();
    if (!canUnshare) suite.rewriteLock({ pids: 'pid:[1]' });
    const order = { directory: suite.outbox, settings: deliverySettings(tms.url), timeout: 2_000 };
    expect(await flushInProcess(order, wrapper)).toMatchObject({ isClean: true });
    expect(idsIn(tms).sort()).toEqual(expected(10));
  });
});

describe.skipIf(process.platform === 'win32')('a copy of a session', () => {
  it('is delivered at once, whatever its lock says, and the suite at work on the original keeps its run', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url, OWN_RUN);
    await suite.suspend();
    const copy = join(mkdtempSync(join(tmpdir(), 'testpoint-copy-')), basename(suite.directory));
    cpSync(suite.directory, copy, { recursive: true, filter: (path) => !/live\.\d+$/.test(path) });
    const report = await flush({ directory: copy, settings: deliverySettings(tms.url), timeout: 100 });
    suite.resume();
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered' }] });
    expect(existsSync(copy)).toBe(false);
    await suite.do('record 10');
    await suite.close();
    expect(idsIn(tms).sort()).toEqual(expected(20));
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
  });

  it('from another machine is delivered at once and deleted, because no one can write to it any more', async () => {
    const tms = await start();
    const suite = new StepwiseSuite('http://127.0.0.1:9');
    await suite.ready();
    await suite.do('record 10');
    await suite.kill();
    const outbox = mkdtempSync(join(tmpdir(), 'testpoint-artifact-'));
    const copy = join(outbox, basename(suite.directory));
    cpSync(suite.directory, copy, { recursive: true, filter: (path) => !/live\.\d+$/.test(path) });
    suite.rewriteLock({ ...ELSEWHERE(), beat: Date.now() }, copy);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url), timeout: 1_000 });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 10, runId: RUN }] });
    expect(existsSync(copy)).toBe(false);
  });

  it('is distinguished from a moved session, whose suite is still found', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url);
    await suite.ready();
    await suite.do('record 1');
    await suite.suspend();
    suite.rewriteLock(LONG_AGO());
    const moved = `${suite.outbox}-moved`;
    renameSync(suite.outbox, moved);
    const report = await flush({ directory: moved, settings: deliverySettings(tms.url) });
    renameSync(moved, suite.outbox);
    suite.resume();
    expect(report.sessions).toMatchObject([{ outcome: 'busy' }]);
    await suite.close();
    expect(idsIn(tms)).toEqual(expected(1));
  });
});

describe.skipIf(process.platform === 'win32')('the socket of a suite', () => {
  const suspended = async (suite: StepwiseSuite, url: string) => {
    await suite.do('record 10');
    await suite.suspend();
    suite.rewriteLock(LONG_AGO());
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(url) });
    suite.resume();
    expect(report.sessions).toMatchObject([{ outcome: 'busy' }]);
    await suite.close();
  };

  it('is opened again after the thread has died, and the summary includes what the dead thread had sent', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url);
    await suite.do('kill-thread');
    const isThere = async () => {
      const [lock] = readLocks(suite.directory);
      return lock !== undefined && (await visit(suite.directory, lock.owner)) === 'there';
    };
    await vi.waitUntil(isThere, { timeout: 20_000 });
    await suspended(suite, tms.url);
    expect(idsIn(tms).sort()).toEqual(expected(20));
    expect(suite.errorOutput).toContain('20 results: 20 passed, 1 problem · all delivered');
    expect(suite.errorOutput).toContain('The delivery thread failed and was started again');
  });

  it('need not exist: without it, a minute of silence counts, but only while it lasts', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url);
    await suite.ready();
    await suite.do('record 10');
    await suite.suspend();
    const settings = deliverySettings(tms.url);
    suite.rewriteLock({ socket: undefined });
    const fresh = await flush({ directory: suite.outbox, settings });
    expect(fresh.sessions).toMatchObject([{ outcome: 'busy' }]);
    suite.rewriteLock({ socket: undefined, ...LONG_AGO() });
    const stale = await flush({ directory: suite.outbox, settings });
    expect(stale.sessions).toMatchObject([{ outcome: 'maybe-running' }]);
    suite.resume();
    const resumed = Date.now();
    await vi.waitUntil(() => suite.lock.beat > resumed, { timeout: 20_000 });
    const woken = await flush({ directory: suite.outbox, settings });
    expect(woken.sessions).toMatchObject([{ outcome: 'busy' }]);
    await suite.close();
    expect(suite.errorOutput).toContain('all delivered');
  });

  it('works even if the path of the outbox is too long for a socket', async () => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url, {}, deepOutbox());
    await suite.ready();
    expect(Buffer.byteLength(join(suite.directory, 'live.1'))).toBeGreaterThan(108);
    await suspended(suite, tms.url);
    expect(idsIn(tms).sort()).toEqual(expected(10));
    expect(readdirSync(suite.outbox).filter((name) => name.includes('scripted'))).toEqual([]);
  });
});
