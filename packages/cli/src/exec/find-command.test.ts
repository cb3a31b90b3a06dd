import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invocationOf } from '../../test/in-process.js';
import { runIn } from '../invocation.js';
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

function found(name: string, env: NodeJS.ProcessEnv, platform?: NodeJS.Platform) {
  return runIn(invocationOf({ args: [], folder: tmpdir(), env }), () => findCommand(name, platform));
}

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
  const { trouble } = found(name, { PATH: folder, PATHEXT: '.EXE;.CMD' }, platform);
  expect(trouble?.code).toBe(code);
});

test.each<NodeJS.Platform>(['linux', 'win32'])('a folder is no command on %s', (platform) => {
  const path = join(folder, 'sub');
  expect(found(path, {}, platform).trouble).toMatchObject({ code: 'EACCES', message: `${path} is a folder` });
  expect(found('.', {}, platform).trouble?.code).toBe('EACCES');
});

test('a path does not depend on PATH', () => {
  expect(found(join(folder, 'tool'), {})).toEqual({});
  expect(found(join(folder, 'nothing'), { PATH: folder }).trouble?.code).toBe('ENOENT');
});

test.skipIf(process.platform === 'win32')('a folder of PATH that can’t be read is skipped', () => {
  symlinkSync('loop', join(folder, 'loop'));
  expect(found('tool', { PATH: [join(folder, 'loop'), folder].join(delimiter) })).toEqual({});
});
