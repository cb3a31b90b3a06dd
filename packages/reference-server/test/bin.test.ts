import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { startServer } from '../src/index.js';
import { catalog } from './service.js';

const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'testpoint-bin-'));
const catalogFile = join(directory, 'catalog.json');
writeFileSync(catalogFile, JSON.stringify(catalog));

const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** The real command: its output so far, and how it ends. */
class Command {
  out = '';
  err = '';
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<unknown[]>;

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, [bin, ...args]);
    children.push(this.child);
    this.child.stdout.on('data', (chunk) => {
      this.out += chunk;
    });
    this.child.stderr.on('data', (chunk) => {
      this.err += chunk;
    });
    this.ended = once(this.child, 'close');
  }

  async url(): Promise<string> {
    await Promise.race([once(this.child.stdout, 'data'), this.ended]);
    return this.out.trimEnd();
  }
}

describe('testpoint-server', () => {
  it('starts with the shebang of Node', () => {
    expect(readFileSync(bin, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  });

  it.skipIf(process.platform === 'win32').each(IS_LONG ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'prints only its address, logs to standard error, and shuts down gracefully on %s: a request in progress is answered, the database is intact',
    async (signal) => {
      const database = join(directory, `${signal}.db`);
      const command = new Command('--port', '0', '--open', '--database', database);
      const url = await command.url();
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const body = JSON.stringify({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] });
      const headers = { SecretKeyBase64: 'x', 'content-type': 'application/json', 'content-length': body.length };
      const creating = request(`${url}/api/Public/CreateTestRun`, { method: 'POST', headers });
      creating.write(body.slice(0, 10));
      await expect.poll(() => fetch(`${url}/openapi.json`).then(({ status }) => status)).toBe(200);
      command.child.kill(signal);
      await expect.poll(() => command.err).toContain(`${signal}: shutting down`);
      creating.end(body.slice(10));
      const [answer] = await once(creating, 'response');
      expect(answer.statusCode).toBe(200);
      answer.resume();
      expect(await command.ended).toEqual([0, null]);
      expect(command.out).toBe(`${url}\n`);
      expect(command.err).toContain('GET /openapi.json 200');
      expect(existsSync(`${database}-wal`)).toBe(false);

      const again = new Command('--port', '0', '--open', '--database', database);
      const runs = await fetch(`${await again.url()}/api/Public/GetTestRuns/1`, { headers: { SecretKeyBase64: 'x' } });
      expect(await runs.json()).toHaveLength(1);
      again.child.kill('SIGTERM');
      await again.ended;
    },
  );

  it.skipIf(process.platform === 'win32')(
    'exits after its last response, even if clients keep connections alive',
    async () => {
      const command = new Command('--port', '0', '--open');
      const url = await command.url();
      const { hostname, port } = new URL(url);
      const silent = connect(Number(port), hostname);
      await once(silent, 'connect');
      const agent = new Agent({ keepAlive: true });
      const headers = { SecretKeyBase64: 'x', 'content-type': 'application/json' };
      const idle = request(`${url}/openapi.json`, { agent }).end();
      await once((await once(idle, 'response'))[0].resume(), 'end');
      const starting = request(`${url}/api/Public/StartTestRun/${crypto.randomUUID()}`, {
        method: 'POST',
        agent,
        headers,
      });
      const refused = request(`${url}/api/Public/CreateTestRun`, { method: 'POST', agent, headers });
      for (const under of [starting, refused]) under.write(' ');
      await expect.poll(() => fetch(`${url}/openapi.json`).then(({ status }) => status)).toBe(200);
      command.child.kill('SIGTERM');
      await expect.poll(() => command.err).toContain('SIGTERM: shutting down');
      const answers = [starting.end('""'), refused.end('{}')].map((under) => once(under, 'response'));
      for (const [answer] of await Promise.all(answers)) {
        expect(answer.headers.connection).toBe('close');
        answer.resume();
      }
      const last = performance.now();
      expect(await command.ended).toEqual([0, null]);
      // Far below the five seconds that requests in progress get, and the keep-alive timeout after them.
      expect(performance.now() - last).toBeLessThan(3_000);
      silent.destroy();
      agent.destroy();
    },
  );

  it('exits with 2 if its arguments are wrong, and with 1 if it can’t start, and says why', async () => {
    const wrong = new Command('--port', 'x', '--open');
    expect(await wrong.ended).toEqual([2, null]);
    expect(wrong.err).toContain('--port must be a number from 0 to 65535, not "x".');
    const faulty = new Command('--open', '--faults', catalogFile);
    expect(await faulty.ended).toEqual([1, null]);
    expect(faulty.err).toContain('catalog.json: Unknown key in faults: users.');
    for (const { out } of [wrong, faulty]) expect(out).toBe('');
  });

  it.each([
    [{ catalog: join(directory, 'none.json') }, 'Cannot read the catalog'],
    [
      { open: true, host: '192.0.2.1' },
      /^Cannot listen on 192\.0\.2\.1, port 0: this machine does not have the address \(EADDRNOTAVAIL\)\. Correct the host\.$/,
    ],
    [
      { open: true, host: 'no.such.invalid', port: 7357 },
      'Cannot listen on no.such.invalid, port 7357: this host name has no address (',
    ],
  ])('does not start with %j', async (options, message) => {
    await expect(startServer({ port: 0, ...options })).rejects.toThrow(message);
  });

  it('accepts limits, faults, hosts and --synchronous', async () => {
    const faults = join(directory, 'faults.json');
    writeFileSync(faults, JSON.stringify({ rules: [{ operation: 'listRuns', calls: 2, status: 503, retryAfter: 7 }] }));
    const limits = ['--body-limit', '1000', '--attachment-limit', '2000', '--faults', faults];
    const database = ['--database', join(directory, 'full.db'), '--synchronous', 'full'];
    const command = new Command('--port', '0', '--open', ...limits, ...database, '--allow-host', 'tms.example');
    const url = await command.url();
    const upload = (size: number) => {
      const body = new FormData();
      body.append('file', new Blob(['x'.repeat(size)]), 'x.txt');
      return fetch(`${url}/api/Public/attachment`, { method: 'POST', headers: { SecretKeyBase64: 'x' }, body });
    };
    expect([(await upload(2000)).status, (await upload(2001)).status]).toEqual([200, 413]);
    const start = (size: number) => {
      const headers = { SecretKeyBase64: 'x', 'content-type': 'application/json' };
      const path = `/api/Public/StartTestRun/${crypto.randomUUID()}`;
      return fetch(url + path, { method: 'POST', headers, body: `""${' '.repeat(size - 2)}` });
    };
    expect([(await start(1000)).status, (await start(1001)).status]).toEqual([200, 413]);
    const list = () => fetch(`${url}/api/Public/GetTestRuns/1`, { headers: { SecretKeyBase64: 'x' } });
    expect([(await list()).status, (await list()).headers.get('retry-after')]).toEqual([200, '7']);
    const named = request(`${url}/openapi.json`, { headers: { host: 'tms.example' } }).end();
    expect((await once(named, 'response'))[0].resume().statusCode).toBe(200);
    command.child.kill('SIGKILL');
    await command.ended;
  });

  it.skipIf(process.platform === 'win32')(
    'warns if other machines can reach an open server; is not ready while it drains, but still accepts requests, also when its output is closed',
    async () => {
      const listening = ['--port', '0', '--open', '--host', '0.0.0.0'];
      const command = new Command(...listening, '--drain-delay', '3600', '--log', 'json');
      const url = (await command.url()).replace('0.0.0.0', '127.0.0.1');
      expect(command.err).toContain('Warning: other machines can reach 0.0.0.0');
      const ready = () => fetch(`${url}/ready`);
      expect((await ready()).status).toBe(200);
      command.child.kill('SIGTERM');
      await expect.poll(async () => (await ready()).status).toBe(503);
      expect((await ready()).headers.get('retry-after')).toBe('5');
      expect(await (await ready()).json()).toMatchObject({
        detail: expect.stringContaining('The server is shutting down.'),
      });
      expect((await fetch(`${url}/health`)).status).toBe(200);
      const runs = await fetch(`${url}/api/Public/GetTestRuns/1`, { headers: { SecretKeyBase64: 'x' } });
      expect(runs.status).toBe(200);
      const lines = command.err.trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).msg)).toContain('SIGTERM: shutting down');
      command.child.stdout.destroy();
      command.child.stderr.destroy();
      for (let call = 0; call < 3; call++) expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
      command.child.kill('SIGKILL');
      await once(command.child, 'exit');
    },
  );

  it('names the command that installs the SDK for S3 if it is missing', async () => {
    const place = join(directory, 'without-sdk');
    const root = fileURLToPath(new URL('..', import.meta.url));
    cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(place, 'package.json'));
    mkdirSync(join(place, 'node_modules', '@fastify'), { recursive: true });
    const link = (name: string) =>
      symlinkSync(realpathSync(join(root, 'node_modules', name)), join(place, 'node_modules', name), 'junction');
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    mkdirSync(join(place, 'node_modules', '@testpoint'));
    for (const name of Object.keys(dependencies)) link(name);
    const database = join(directory, 'without-sdk.db');
    const args = ['--open', '--port', '0', '--database', database, '--attachments', 's3://bucket/x'];
    const child = spawnSync(process.execPath, [join(place, 'dist', 'bin.js'), ...args], { encoding: 'utf8' });
    expect(child.status).toBe(1);
    expect(child.stderr).toBe(
      'testpoint-server: To store attachments in s3://bucket/x, install the AWS SDK: npm install @aws-sdk/client-s3\n',
    );
  });
});
