import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { heldFiles } from '../outbox/format/plain-files.js';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'testpoint-held-'));
  path = join(directory, 'held');
});
afterEach(() => rmSync(directory, { recursive: true }));

it('an open file whose descriptor a test closed is opened again', () => {
  const file = heldFiles.hold(path, 'append');
  writeSync(heldFiles.descriptorOf(file), 'one ');
  closeSync(file.descriptor);
  writeSync(heldFiles.descriptorOf(file), 'two');
  heldFiles.release(file);
  expect(readFileSync(path, 'utf8')).toBe('one two');
});

it('another file that got the same descriptor is neither written to nor closed', () => {
  const file = heldFiles.hold(path, 'append');
  const { descriptor } = file;
  closeSync(descriptor);
  const stranger = openSync(join(directory, 'stranger'), 'w');
  expect(stranger).toBe(descriptor);
  writeSync(heldFiles.descriptorOf(file), 'ours');
  heldFiles.release({ ...file, descriptor });
  writeSync(stranger, 'theirs');
  heldFiles.release(file);
  closeSync(stranger);
  expect([path, join(directory, 'stranger')].map((one) => readFileSync(one, 'utf8'))).toEqual(['ours', 'theirs']);
});

it('another file at the same path is not mistaken for it', () => {
  const file = heldFiles.hold(path, 'append');
  closeSync(file.descriptor);
  renameSync(path, `${path}-moved`);
  expect(() => heldFiles.descriptorOf(file)).toThrow('ENOENT');
  writeFileSync(path, 'other');
  expect(() => heldFiles.descriptorOf(file)).toThrow('replaced by another file');
  expect(readFileSync(path, 'utf8')).toBe('other');
});
