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

  it('prints only its address to standard output, and logs to standard error', async () => {
    const command = new Command('--port', '0', '--catalog', catalogFile);
    const url = await command.url();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/api/Public/GetTestRuns/1`)).status).toBe(401);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    command.child.kill('SIGTERM');
    await command.ended;
    expect(command.out).toBe(`${url}\n`);
    expect(command.err).toContain('GET /api/Public/GetTestRuns/1 401');
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'shuts down gracefully on %s: a request in progress is answered, the database is intact',
    async (signal) => {
      const database = join(directory, `${signal}.db`);
      const command = new Command('--port', '0', '--open', '--database', database);
      const url = await command.url();
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

  it.skipIf(process.platform === 'win32')('loses no answered write when it is killed', async () => {
    const database = join(directory, 'killed.db');
    const command = new Command('--port', '0', '--open', '--database', database);
    const url = await command.url();
    const headers = { SecretKeyBase64: 'x', 'content-type': 'application/json' };
    const body = JSON.stringify({ projectGlobalId: 1, testPlanGlobalId: 1, testPoints: [] });
    await fetch(`${url}/api/Public/CreateTestRun`, { method: 'POST', headers, body });
    command.child.kill('SIGKILL');
    await command.ended;
    const again = new Command('--port', '0', '--open', '--database', database);
    const runs = await fetch(`${await again.url()}/api/Public/GetTestRuns/1`, { headers });
    expect(await runs.json()).toHaveLength(1);
    again.child.kill('SIGKILL');
    await again.ended;
  });

  it('keeps running when its output is closed', async () => {
    const command = new Command('--port', '0', '--open');
    const url = await command.url();
    command.child.stdout.destroy();
    command.child.stderr.destroy();
    for (let call = 0; call < 3; call++) expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    command.child.kill('SIGKILL');
    await once(command.child, 'exit');
  });

  it.each([
    [['--port', 'x', '--open'], 2, '--port must be a number from 0 to 65535, not "x".'],
    [['--port', '65536', '--open'], 2, '--port must be'],
    [['--prot', '1', '--open'], 2, "Unknown option '--prot'"],
    [['extra', '--open'], 2, 'extra'],
    [['--port', '0'], 2, 'Pass --catalog FILE, or --open.'],
    [['--open', '--body-limit', '0'], 2, '--body-limit must be a number of bytes (1 or more), not "0".'],
    [['--open', '--attachment-limit', '5MB'], 2, '--attachment-limit must be a number of bytes'],
    [['--open', '--attachment-quota', '1GB'], 2, '--attachment-quota must be a number of bytes'],
    [['--open', '--log', 'xml'], 2, '--log must be text or json, not "xml".'],
    [['--open', '--drain-delay', '1m'], 2, '--drain-delay must be a number of seconds from 0 to 3600, not "1m".'],
    [
      ['--open', '--attachments', 's3://bucket/x'],
      1,
      'Cannot store attachments in s3://bucket/x with a database in memory',
    ],
    [['--open', '--synchronous', 'off'], 2, '--synchronous must be normal or full, not "off".'],
    [['--open', '--faults', join(directory, 'none.json')], 1, 'none.json: ENOENT'],
    [['--open', '--faults', catalogFile], 1, 'catalog.json: Unknown key in faults: users.'],
    [['--port', '0', '--catalog', join(directory, 'none.json')], 1, 'Cannot read the catalog'],
    [
      ['--port', '0', '--open', '--host', '192.0.2.1'],
      1,
      'Cannot listen on 192.0.2.1, port 0: this machine does not have the address (EADDRNOTAVAIL). Correct the host.\n',
    ],
    [
      ['--open', '--host', 'no.such.invalid'],
      1,
      'Cannot listen on no.such.invalid, port 7357: this host name has no address (',
    ],
  ])('%j exits with %i and says why', async (args, code, message) => {
    const command = new Command(...args);
    expect(await command.ended).toEqual([code, null]);
    expect(command.err).toContain(message);
    expect(command.out).toBe('');
  });

  it('shows its options', async () => {
    const command = new Command('--help');
    expect(await command.ended).toEqual([0, null]);
    const options = ['--host', '--port', '--allow-host', '--database', '--synchronous', '--catalog', '--open'];
    const others = [
      '--attachments',
      '--attachment-quota',
      '--metrics',
      '--log',
      '--drain-delay',
      '--strict-states',
      '--body-limit',
      '--attachment-limit',
      '--faults',
      '--version',
      '--help',
    ];
    for (const option of [...options, ...others]) expect(command.out).toContain(`  ${option}`);
  });

  it('prints its version', async () => {
    const command = new Command('--version');
    expect(await command.ended).toEqual([0, null]);
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(command.out).toBe(`${version}\n`);
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

  it.skipIf(process.platform === 'win32')('is not ready while it drains, but still accepts requests', async () => {
    const command = new Command('--port', '0', '--open', '--drain-delay', '3600', '--log', 'json');
    const url = await command.url();
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
    command.child.kill('SIGKILL');
    await command.ended;
  });

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

  it('warns if other machines can reach an open server', async () => {
    const command = new Command('--port', '0', '--open', '--host', '0.0.0.0');
    await command.url();
    expect(command.err).toContain('Warning: other machines can reach 0.0.0.0');
    command.child.kill('SIGKILL');
    await command.ended;
  });
});
