import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { makeTemporaryDirectory } from './temporary-directory.js';

const root = mkdtempSync(join(tmpdir(), 'testpoint-temporary-'));
beforeEach(() => {
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(variable, root);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const prefix = `testpoint-server-${hostname()}-`;

function leave(name: string): string {
  const directory = join(root, name);
  mkdirSync(directory);
  writeFileSync(join(directory, 'attachment'), 'content');
  return directory;
}

async function pidOfEndedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  if (child.pid === undefined) throw new Error('The process did not start.');
  return child.pid;
}

it('deletes the folders of killed processes and of an earlier process with the same id', async () => {
  const leftovers = [leave(`${prefix}${await pidOfEndedProcess()}-abcdef`), leave(`${prefix}${process.pid}-abcdef`)];
  const directory = makeTemporaryDirectory();
  expect(leftovers.filter((leftover) => existsSync(leftover))).toEqual([]);
  expect(existsSync(directory)).toBe(true);
});

it('keeps the folders of running processes, other machines and other programs', async () => {
  const ended = await pidOfEndedProcess();
  const others = [
    leave(`${prefix}${process.ppid}-abcdef`),
    leave(`testpoint-server-elsewhere-${ended}-abcdef`),
    leave(`testpoint-server-${ended}`),
    makeTemporaryDirectory(),
  ];
  makeTemporaryDirectory();
  expect(others.filter((other) => !existsSync(other))).toEqual([]);
  expect(readdirSync(root).length).toBeGreaterThan(others.length);
});
