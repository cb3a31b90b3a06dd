import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-replace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const replace = (path: string, text: string) => replaceFile(path, (draft) => writeFileSync(draft, text));

test('a new file gets its folders, and a failure leaves the old content and no draft', () => {
  const path = join(folder, 'a/b/file');
  replace(path, 'old');
  const fail = () =>
    replaceFile(path, (draft) => {
      writeFileSync(draft, 'half');
      throw new Error('no space');
    });
  expect(fail).toThrow('no space');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['file']);
  expect(() => replace(join(folder, 'a'), 'x')).toThrow('it is a folder');
});

test.skipIf(process.platform === 'win32')('a link stays a link, and permissions stay', () => {
  const [path, link] = [join(folder, 'file'), join(folder, 'link')];
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  symlinkSync('file', link);
  replace(link, 'new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640]);
});

test.skipIf(process.platform === 'win32')('a pipe is written to, not replaced', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const read = once(reader.stdout.setEncoding('utf8'), 'data');
  replace(path, 'content');
  expect(await read).toEqual(['content']);
  expect(statSync(path).isFIFO()).toBe(true);
});
