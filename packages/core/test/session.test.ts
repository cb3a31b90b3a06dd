import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings, KEY, RUN } from './journals.js';
import { expected, Suite } from './scripted-suite.js';
import { startStrictService } from './strict-service.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const start = useStrictService();

describe('a session', () => {
  it('delivers every result, starts the given run and leaves it open, and leaves no files behind', async () => {
    const tms = await start();
    const suite = new Suite();
    const { code, errorOutput, output } = await suite.run(tms.url, { tests: 250, ending: 'close', attachments: true });
    expect(code).toBe(0);
    expect(output).toBe('');
    expect(idsIn(tms).sort()).toEqual(expected(250));
    expect(tms.attachments.size).toBe(250);
    expect(tms.violations).toEqual([]);
    expect(tms.runEvents).toEqual([`Start ${RUN}`]);
    expect(errorOutput).toContain(`run ${RUN}`);
    expect(errorOutput).toContain('250 results: 225 passed, 25 failed · all delivered');
    expect(suite.sessions()).toEqual([]);
  });

  it('counts attachments whose files are missing in its summary', async () => {
    const tms = await start();
    const script = { tests: 2, ending: 'close', attachments: 'missing' } as const;
    const { errorOutput } = await new Suite().run(tms.url, script);
    expect(errorOutput).toContain('2 results: 2 passed, 2 attachments missing · all delivered');
  });

  it('creates, starts and completes its own run, and stops it when interrupted', async () => {
    const tms = await start();
    const options = {
      testRunId: undefined,
      projectGlobalId: 1,
      testPlanGlobalId: 2,
      testPoints: [{ configurationGlobalId: 3, testCaseGlobalId: 4 }],
    };
    await new Suite().run(tms.url, { tests: 3, ending: 'close', options });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
    await new Suite().run(tms.url, { tests: 3, ending: 'interrupt', options });
    expect(tms.runEvents.slice(3).map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Stop']);
    expect(tms.results.length).toBe(6);
  });

  it.each(['exit', 'exit while closing'] as const)(
    'delivers when the suite ends by process.exit (%s), and keeps its exit code',
    async (ending) => {
      const tms = await start();
      const { code, errorOutput } = await new Suite().run(tms.url, { tests: 100, ending });
      expect(code).toBe(3);
      expect(idsIn(tms).sort()).toEqual(expected(100));
      expect(errorOutput.match(/all delivered/g)?.length).toBe(1);
    },
  );

  it.each(['SIGKILL', ...(IS_LONG ? (['SIGTERM'] as const) : [])] as const)(
    'keeps everything when the process is ended by %s; flush delivers it',
    async (signal) => {
      const tms = await start({
        intercept: (request, response) => {
          request.resume();
          response.writeHead(503).end();
          return true;
        },
      });
      const suite = new Suite();
      const child = suite.spawn(tms.url, { tests: 100, ending: 'pause', attachments: true });
      if (child.stdout !== null) await once(child.stdout, 'data');
      child.kill(signal);
      await once(child, 'close');
      const second = await startStrictService({ secretKey: KEY });
      const report = await flush({ directory: suite.outbox, settings: deliverySettings(second.url) });
      expect(report.isClean).toBe(true);
      expect(idsIn(second).sort()).toEqual(expected(100));
      expect(second.violations).toEqual([]);
      await second.close();
    },
  );

  const ALIVE: [string, number][] = [
    ['answers 401', 401],
    ['answers 500', 500],
    ['hangs', 0],
  ];
  it.each<[string, number?]>([['refuses connections'], ...(IS_LONG ? ALIVE : [])])(
    'when the service %s: ends by itself, keeps all results and says how to deliver them',
    async (_, status) => {
      const tms = await start({
        intercept: (request, response) => {
          request.resume();
          if (status !== 0) response.writeHead(status ?? 500).end();
          return true;
        },
      });
      const url = tms.url;
      if (status === undefined) await tms.close();
      const suite = new Suite();
      const { code, errorOutput } = await suite.run(url, { tests: 20, ending: 'close' });
      expect(code).toBe(0);
      const [session] = suite.sessions();
      expect(errorOutput).toContain('20 results not delivered');
      expect(errorOutput).toContain(`testpoint flush`);
      expect(errorOutput).toContain(String(session));
      expect(errorOutput).not.toContain(KEY);
    },
  );

  it('prints its summary when everything is delivered, while the process continues', async () => {
    const tms = await start();
    const child = new Suite().spawn(tms.url, { tests: 10, ending: 'close and live on' });
    const [text] = child.stderr === null ? [] : await once(child.stderr, 'data');
    expect(String(text)).toContain('10 results: 9 passed, 1 failed · all delivered');
    expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    await once(child, 'close');
  });

  it.each(['SIGTERM', ...(IS_LONG ? (['SIGINT'] as const) : [])] as const)(
    'lets %s end the wait for a silent service, even with other listeners, and keeps the results',
    async (signal) => {
      const tms = await start({ intercept: () => true });
      const suite = new Suite();
      const child = suite.spawn(tms.url, { tests: 10, ending: 'close and listen' });
      if (child.stdout !== null) await once(child.stdout, 'data');
      // The first signal may come before the wait has begun. Then only the suite's listeners get it.
      const sending = setInterval(() => child.kill(signal), 20);
      const end = await once(child, 'close');
      clearInterval(sending);
      expect(end).toEqual([null, signal]);
      const second = await startStrictService({ secretKey: KEY });
      await flush({ directory: suite.outbox, settings: deliverySettings(second.url) });
      expect(idsIn(second).sort()).toEqual(expected(10));
      await second.close();
    },
  );

  it('that gives up because connections fail still gets the answer to a request in progress', async () => {
    let posts = 0;
    const tms = await start({
      intercept: (request, response) => {
        if (!request.url?.endsWith('/testResults')) return false;
        posts++;
        if (posts > 1) request.socket.destroy();
        // The service is slow with the first result, and accepts it after the others have shown that the service is dead.
        else request.resume().once('end', () => setTimeout(() => response.end(JSON.stringify([randomUUID()])), 600));
        return true;
      },
    });
    const options = { batchSize: 1 };
    const { errorOutput } = await new Suite().run(tms.url, { tests: 8, ending: 'close', options });
    expect(posts).toBeGreaterThanOrEqual(4);
    expect(errorOutput).toMatch(/1 delivered.*\n.*7 results not delivered: No connection to the service/);
  });

  it('waits for two sessions no longer than for one', async () => {
    const tms = await start({ intercept: () => true });
    const begun = performance.now();
    const { errorOutput } = await new Suite().run(tms.url, { tests: 10, ending: 'close two' });
    expect(performance.now() - begun).toBeLessThan(9_000);
    expect(errorOutput.match(/^Testpoint {2}/gm)).toHaveLength(2);
  });

  it.each([
    ['close', 1],
    ['exit', 3],
  ] as const)("turns only exit code 0 into 1 if onUndelivered is 'fail' (%s)", async (ending, expected) => {
    const { code } = await new Suite().run('http://127.0.0.1:9', {
      tests: 1,
      ending,
      options: { onUndelivered: 'fail' },
    });
    expect(code).toBe(expected);
  });

  it('of a shard without a run only writes its journal, and says how to create a run for all shards', async () => {
    const tms = await start();
    const suite = new Suite();
    const options = {
      testRunId: undefined,
      projectGlobalId: 1,
      testPlanGlobalId: 2,
      testPoints: [{ configurationGlobalId: 3, testCaseGlobalId: 4 }],
    };
    const { errorOutput } = await suite.run(tms.url, {
      tests: 2,
      ending: 'close',
      options,
      shard: { current: 1, total: 2 },
    });
    expect(tms.requests).toEqual([]);
    expect(errorOutput).toContain('testpoint run create');
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url, { testRunId: RUN }) });
    expect(report.isClean).toBe(true);
    expect(tms.results.map(({ runId }) => runId)).toEqual([RUN, RUN]);
  });

  it('of a shard without a run and without tests leaves nothing behind', async () => {
    const tms = await start();
    const suite = new Suite();
    const options = { testRunId: undefined, createRun: false };
    const { errorOutput } = await suite.run(tms.url, { tests: 0, ending: 'close', options });
    expect(errorOutput).toContain('no results');
    expect(errorOutput).not.toContain('waiting in the outbox');
    expect(suite.sessions()).toEqual([]);
  });

  it('is off without a key: one line, nothing written, nothing sent', async () => {
    const tms = await start();
    const suite = new Suite();
    const { code, errorOutput } = await suite.run(tms.url, {
      tests: 5,
      ending: 'close',
      options: { secretKey: undefined },
    });
    expect(code).toBe(0);
    expect(errorOutput.trim().split('\n').length).toBe(1);
    expect(suite.sessions()).toEqual([]);
    expect(tms.requests).toEqual([]);
  });

  it('names key, origin and fix of a wrong setting, and the suite continues', async () => {
    const { code, errorOutput } = await new Suite().run(
      'http://127.0.0.1:9',
      { tests: 1, ending: 'close' },
      { TMS_BATCH_SIZE: 'many' },
    );
    expect(code).toBe(0);
    expect(errorOutput).toContain('batchSize');
    expect(errorOutput).toContain('TMS_BATCH_SIZE');
  });
});
