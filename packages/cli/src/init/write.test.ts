import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeChange } from './write.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'testpoint-write-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the error says what to do about a configuration that can’t be replaced', () => {
  mkdirSync(join(root, 'a.config.js'));
  const change = () => writeChange(root, { file: 'a.config.js', before: 'before', after: 'after' });
  expect(change).toThrow(
    /^a\.config\.js can't be replaced \(it is a folder\): close programs that have it open, check the/,
  );
});
