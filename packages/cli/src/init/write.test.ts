import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeChange } from './write.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'testpoint-write-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a configuration that can’t be replaced stays as it is, and the error says what to do', () => {
  const path = join(root, 'a.config.js');
  writeFileSync(path, 'before');
  // In the way of the new content, as a virus scanner or an editor may be.
  writeFileSync(`${path}.testpoint-${process.pid}`, '');
  const change = () => writeChange(root, { file: 'a.config.js', before: 'before', after: 'after' });
  expect(change).toThrow(/^a\.config\.js can't be replaced \(EEXIST.*\): close programs that have it open, check the/);
  expect(readFileSync(path, 'utf8')).toBe('before');
});
