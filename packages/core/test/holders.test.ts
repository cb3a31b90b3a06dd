import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings, RUN } from './journals.js';
import { expected } from './scripted-suite.js';
import { flushInProcess, StepwiseSuite } from './stepwise-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

/** A guard against hanging, milliseconds. */
const PATIENCE = 60_000;
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
  /** Refuses first what a suspended suite has sent. */
  const goUp = async () => {
    await fetch(tms.url);
    state.isDown = false;
  };
  return Object.assign(tms, { state, goUp });
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

describe.skipIf(process.platform !== 'linux')('a suite that is suspended', () => {
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
});

describe.skipIf(process.platform === 'win32')('a suite that is suspended on another machine', () => {
  it('loses its session to a flush after a minute: everything arrives once, and its run continues', async () => {
    const tms = await startWithSwitch();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await vi.waitUntil(() => tms.runEvents.length === 2, PATIENCE);
    tms.state.isDown = true;
    await suite.do('record 10');
    await suite.do('attempt');
    await vi.waitUntil(() => tms.requests.some((request) => request.endsWith('testResults')), PATIENCE);
    await suite.suspend();
    suite.rewriteLock(ELSEWHERE());
    await tms.goUp();
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

  it('and wakes up while a flush delivers its session loses nothing, and leaves the flush its files', async () => {
    let answer = () => {};
    let isDown = true;
    const tms = await start({
      intercept: (request, response) => {
        if (!request.url?.endsWith('testResults')) return false;
        if (isDown) {
          request.resume();
          response.writeHead(503).end();
        } else if (tms.results.length === 0) {
          // The flush's array is answered when the suite has ended.
          const end = response.end.bind(response);
          response.end = ((...args: []) => {
            answer = () => end(...args);
            return response;
          }) as typeof response.end;
        }
        return isDown;
      },
    });
    const suite = new StepwiseSuite(tms.url);
    await suite.ready();
    await suite.do('record 30');
    await vi.waitUntil(() => tms.requests.some((request) => request.endsWith('testResults')), PATIENCE);
    await suite.suspend();
    suite.rewriteLock(ELSEWHERE());
    isDown = false;
    const settings = deliverySettings(tms.url, { concurrency: 1, batchSize: 100 });
    const flushing = flush({ directory: suite.outbox, settings });
    await vi.waitUntil(() => tms.results.length === 30, PATIENCE);
    suite.resume();
    await suite.do('record 5');
    const { directory } = suite;
    expect(await suite.close()).toBe(0);
    expect(suite.errorOutput).toContain('35 results: 35 passed · all delivered');
    expect(existsSync(directory)).toBe(true);
    answer();
    await flushing;
    await flush({ directory: suite.outbox, settings });
    expect([...new Set(idsIn(tms))].sort()).toEqual(expected(35));
    expect(readdirSync(suite.outbox).filter((name) => name.includes('scripted'))).toEqual([]);
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

  it.each([
    ['on another machine', ELSEWHERE],
    ['in another container', () => ({ ...LONG_AGO(), host: 'elsewhere', pids: 'pid:[1]' })],
  ])('keeps its session until --force if it ran %s, where it may still be alive', async (_, where) => {
    const tms = await start();
    const suite = new StepwiseSuite(tms.url, OWN_RUN);
    await suite.ready();
    await suite.do('record 10');
    await suite.do('attempt');
    await suite.delivered(10);
    await suite.kill();
    suite.rewriteLock(where());
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
    await vi.waitUntil(() => tms.runEvents.length === 2, PATIENCE);
    tms.state.isDown = true;
    await suite.do('record 10');
    await suite.close();
    await tms.goUp();
    suite.rewriteLock({ ...ELSEWHERE(), released: undefined });
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 10 }] });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
  });
});

/** True as root, and in most containers. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

it.runIf(canUnshare)('a flush in another namespace of process ids leaves a live suite alone', async () => {
  const tms = await start();
  const suite = await StepwiseSuite.withTenDelivered(tms.url, OWN_RUN);
  const order = { directory: suite.outbox, settings: deliverySettings(tms.url) };
  const report = await flushInProcess(order, ['unshare', '--pid', '--fork', '--mount-proc']);
  expect(report.sessions).toMatchObject([{ outcome: 'busy' }]);
  await expectUndisturbedEnd(suite, tms);
});

describe.skipIf(process.platform === 'win32')('a copy of a session', () => {
  it('is left alone until the suite at work on the original has ended', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url, OWN_RUN);
    const copy = join(mkdtempSync(join(tmpdir(), 'testpoint-copy-')), basename(suite.directory));
    cpSync(suite.directory, copy, { recursive: true });
    const settings = deliverySettings(tms.url);
    const busy = await flush({ directory: copy, settings, timeout: 100 });
    expect(busy.sessions).toMatchObject([{ outcome: 'busy' }]);
    await expectUndisturbedEnd(suite, tms);
    expect(await flush({ directory: copy, settings })).toMatchObject({ isClean: true });
    expect(existsSync(copy)).toBe(false);
    expect(tms.results).toHaveLength(20);
  });

  it('from another machine is delivered at once and deleted, because no one can write to it any more', async () => {
    const tms = await start();
    const suite = new StepwiseSuite('http://127.0.0.1:9');
    await suite.ready();
    await suite.do('record 10');
    await suite.kill();
    const outbox = mkdtempSync(join(tmpdir(), 'testpoint-artifact-'));
    const copy = join(outbox, basename(suite.directory));
    cpSync(suite.directory, copy, { recursive: true });
    suite.rewriteLock({ ...ELSEWHERE(), beat: Date.now() }, copy);
    const report = await flush({ directory: outbox, settings: deliverySettings(tms.url), timeout: 30_000 });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 10, runId: RUN }] });
    expect(existsSync(copy)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'is distinguished from a moved session, whose suite is still found',
    async () => {
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
    },
  );
});

describe('a suite whose delivery thread has died', () => {
  it('keeps its session, and its summary includes what the dead thread had sent', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url);
    await suite.do('kill-thread');
    await suite.beaten(Date.now());
    await suite.do('record 10');
    await suite.close();
    expect(idsIn(tms).sort()).toEqual(expected(20));
    expect(suite.errorOutput).toContain('20 results: 20 passed, 1 problem · all delivered');
    expect(suite.errorOutput).toContain('The delivery thread failed and was started again');
  });

  it('and the next one, too, leaves its session to a flush when it ends, even if its process lives on', async () => {
    const tms = await start();
    const suite = await StepwiseSuite.withTenDelivered(tms.url);
    for (const step of ['kill-thread', 'kill-thread', 'record 10', 'end']) await suite.do(step);
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url), timeout: 1_000 });
    expect(report).toMatchObject({ isClean: true, sessions: [{ outcome: 'delivered', sent: 10 }] });
    await suite.close();
    expect(idsIn(tms).sort()).toEqual(expected(20));
  });
});
