import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { CONFIGURATION, deliverySettings, KEY, RUN } from './journals.js';
import { type StrictService, type StrictServiceOptions, startStrictService } from './strict-service.js';

const ADAPTER = fileURLToPath(new URL('./scripted-adapter.mjs', import.meta.url));

interface Script {
  tests: number;
  ending: 'close' | 'interrupt' | 'exit' | 'exit while closing' | 'fail' | 'pause';
  options?: Record<string, unknown>;
  attachments?: boolean;
  shard?: { current: number; total: number };
}

let service: StrictService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function start(options: Partial<StrictServiceOptions> = {}): Promise<StrictService> {
  service = await startStrictService({ secretKey: KEY, ...options });
  return service;
}

class Suite {
  readonly idRoot = mkdtempSync(join(tmpdir(), 'testpoint-session-'));
  readonly outbox = join(this.idRoot, '.testpoint');

  /** @param diskLimit KiB beyond which no file grows, as on a full disk */
  spawn(
    url: string,
    { options, ...script }: Script,
    env: Record<string, string> = {},
    diskLimit?: number,
  ): ChildProcess {
    const defaults = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
    const argument = JSON.stringify({ idRoot: this.idRoot, options: { ...defaults, ...options }, ...script });
    const command = [process.execPath, ADAPTER, argument];
    const limit = ['bash', '-c', `ulimit -f ${diskLimit}; exec "$@"`, 'limited'];
    const [program = '', ...args] = diskLimit === undefined ? command : [...limit, ...command];
    return spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async run(
    url: string,
    script: Script,
    env?: Record<string, string>,
    diskLimit?: number,
  ): Promise<{ code: number | null; errorOutput: string; output: string }> {
    const child = this.spawn(url, script, env, diskLimit);
    let errorOutput = '';
    let output = '';
    child.stderr?.on('data', (chunk) => {
      errorOutput += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    return { code: code as number | null, errorOutput, output };
  }

  sessions(): string[] {
    if (!existsSync(this.outbox)) return [];
    return readdirSync(this.outbox).filter((name) => statSync(join(this.outbox, name)).isDirectory());
  }
}

function ids({ results }: StrictService): unknown[] {
  return results.map(({ body }) => body.autoTestExternalId).sort();
}

function expected(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `suite.test.ts > suite > test ${number}`).sort();
}

describe('a session', () => {
  it('delivers every result, starts the given run and leaves it open, and leaves nothing behind', async () => {
    const tms = await start();
    const suite = new Suite();
    const { code, errorOutput, output } = await suite.run(tms.url, { tests: 250, ending: 'close', attachments: true });
    expect(code).toBe(0);
    expect(output).toBe('');
    expect(ids(tms)).toEqual(expected(250));
    expect(tms.attachments.size).toBe(250);
    expect(tms.violations).toEqual([]);
    expect(tms.runEvents).toEqual([`Start ${RUN}`]);
    expect(errorOutput).toContain(`run ${RUN}`);
    expect(errorOutput).toContain('250 results: 225 passed, 25 failed · all delivered');
    expect(suite.sessions()).toEqual([]);
  });

  it('creates, starts and completes a run of its own, and stops it when interrupted', async () => {
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
      expect(ids(tms)).toEqual(expected(100));
      expect(errorOutput.match(/all delivered/g)?.length).toBe(1);
    },
  );

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'keeps everything when the process is ended by %s; flush brings it',
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
      expect(ids(second)).toEqual(expected(100));
      expect(second.violations).toEqual([]);
      await second.close();
    },
  );

  it.each([
    ['refuses connections', undefined],
    ['answers 401', 401],
    ['answers 500', 500],
    ['hangs', 0],
  ])('when the service %s: ends by itself, keeps all results and says how to deliver them', async (_, status) => {
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
  });

  it("fails the run where onUndelivered is 'fail'", async () => {
    const { code } = await new Suite().run('http://127.0.0.1:9', {
      tests: 1,
      ending: 'fail',
      options: { onUndelivered: 'fail' },
    });
    expect(code).toBe(9);
  });

  it('a shard without a run journals, and says how to make a run for all shards', async () => {
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
    expect(errorOutput).toContain('testpoint run create --env');
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url, { testRunId: RUN }) });
    expect(report.isClean).toBe(true);
    expect(tms.results.map(({ runId }) => runId)).toEqual([RUN, RUN]);
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

  it('names key, origin and fix of a wrong setting, and the suite runs on', async () => {
    const { code, errorOutput } = await new Suite().run(
      'http://127.0.0.1:9',
      { tests: 1, ending: 'close' },
      { TMS_BATCH_SIZE: 'many' },
    );
    expect(code).toBe(0);
    expect(errorOutput).toContain('batchSize');
    expect(errorOutput).toContain('TMS_BATCH_SIZE');
  });

  it("the journal is the user's only, is ignored by git and never holds the key", async () => {
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
    'when the disk is full and there is no service, says what is lost, and the suite runs on',
    async () => {
      const suite = new Suite();
      const script = { tests: 60, ending: 'close' } as const;
      const { code, errorOutput } = await suite.run('http://127.0.0.1:9', script, {}, 8);
      expect(code).toBe(0);
      expect(errorOutput).toContain('The outbox could not be written to any more');
      const lost = Number(/(\d+) results could be kept nowhere, and are lost/.exec(errorOutput)?.[1]);
      const second = await start();
      const report = await flush({ directory: suite.outbox, settings: deliverySettings(second.url) });
      expect(report.isClean).toBe(true);
      expect(second.results.length).toBe(60 - lost);
      expect(lost).toBeGreaterThan(0);
      expect(second.results.length).toBeGreaterThan(0);
    },
  );

  it('where the folder is not writable, keeps results elsewhere and says so', async () => {
    const tms = await start();
    const suite = new Suite();
    writeFileSync(suite.outbox, 'a file where the outbox should be');
    chmodSync(suite.outbox, 0o400);
    const { errorOutput } = await suite.run(tms.url, { tests: 3, ending: 'close' });
    expect(errorOutput).toContain("The outbox can't be written to");
    expect(ids(tms)).toEqual(expected(3));
  });

  it('where there is no place at all to write to, delivers from memory and says so', async () => {
    const tms = await start();
    const suite = new Suite();
    writeFileSync(suite.outbox, '');
    const { errorOutput } = await suite.run(
      tms.url,
      { tests: 30, ending: 'close', attachments: true },
      { TMPDIR: '/dev/null/nowhere' },
    );
    expect(errorOutput).toContain('delivered from memory only');
    expect(ids(tms)).toEqual(expected(30));
    expect(tms.violations).toEqual([]);
    expect(tms.attachments.size).toBe(30);
  });
});
