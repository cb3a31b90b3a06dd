import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCommand } from './find-command.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-command-'));
  for (const name of ['tool', 'tool.CMD', 'plain', 'notes.txt']) writeFileSync(join(folder, name), '');
  for (const name of ['tool', 'tool.CMD']) chmodSync(join(folder, name), 0o755);
  writeFileSync(join(folder, 'script'), '#!/usr/bin/env node\n');
  mkdirSync(join(folder, 'sub'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, NodeJS.Platform, string | undefined]>([
  ['tool', 'linux', undefined],
  ['nothing', 'linux', 'ENOENT'],
  ['plain', 'linux', 'EACCES'],
  ['tool', 'win32', undefined],
  ['nothing', 'win32', 'ENOENT'],
  ['plain', 'win32', 'EACCES'],
  ['notes.txt', 'win32', 'EACCES'],
  ['script', 'win32', undefined],
  ['sub', 'linux', 'ENOENT'],
])('the error for %s in PATH on %s is %s', (name, platform, code) => {
  const { trouble } = findCommand(name, { env: { PATH: folder, PATHEXT: '.EXE;.CMD' }, platform });
  expect(trouble?.code).toBe(code);
});

test.each<NodeJS.Platform>(['linux', 'win32'])('a folder is no command on %s', (platform) => {
  const path = join(folder, 'sub');
  expect(findCommand(path, { platform }).trouble).toMatchObject({ code: 'EACCES', message: `${path} is a folder` });
  expect(findCommand('.', { env: {}, platform }).trouble?.code).toBe('EACCES');
});

test('a path does not depend on PATH', () => {
  expect(findCommand(join(folder, 'tool'), { env: {} })).toEqual({});
  expect(findCommand(join(folder, 'nothing'), { env: { PATH: folder } }).trouble?.code).toBe('ENOENT');
});

test.skipIf(process.platform === 'win32')('a folder of PATH that can’t be read is skipped', () => {
  symlinkSync('loop', join(folder, 'loop'));
  const env = { PATH: [join(folder, 'loop'), folder].join(delimiter) };
  expect(findCommand('tool', { env })).toEqual({});
});
