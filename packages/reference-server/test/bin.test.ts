import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
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

/** The real command; what it prints so far, and how it ends. */
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
  it('begins as a command for Node', () => {
    expect(readFileSync(bin, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  });

  it('prints exactly one line on standard output, its address, and logs on standard error', async () => {
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
    'ends gracefully on %s: a request under way is answered, the database is whole',
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
      await expect.poll(() => command.err).toContain(`${signal}: ending`);
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

  it.skipIf(process.platform === 'win32')('loses nothing that it answered when it is killed', async () => {
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

  it('goes on when nobody reads its output any more', async () => {
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
    [['--port', '0'], 2, 'Give --catalog FILE, or --open.'],
    [['--port', '0', '--catalog', join(directory, 'none.json')], 1, "none.json can't be read"],
    [['--port', '0', '--open', '--host', '192.0.2.1'], 1, 'EADDRNOTAVAIL'],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const command = new Command(...args);
    expect(await command.ended).toEqual([code, null]);
    expect(command.err).toContain(message);
    expect(command.out).toBe('');
  });

  it('shows its options', async () => {
    const command = new Command('--help');
    expect(await command.ended).toEqual([0, null]);
    for (const option of ['--host', '--port', '--database', '--catalog', '--open', '--strict-states']) {
      expect(command.out).toContain(option);
    }
  });
});
