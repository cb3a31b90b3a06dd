import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Remote } from './remote.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-remote-'));
});
let process: Remote<{ double(value: number): number }> | undefined;
afterEach(async () => {
  await process?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that does this with each call. */
function answering(program: string): NonNullable<typeof process> {
  const file = join(folder, 'program.cjs');
  writeFileSync(file, `process.on('message', ({ name, args }) => ${program})`);
  process = new Remote(file);
  return process;
}

test('each call gets its value', async () => {
  const doubling = answering("process.send({ value: name === 'double' ? args[0] * 2 : undefined })");
  expect(await doubling.call('double', 1)).toBe(2);
  expect(await doubling.call('double', 2)).toBe(4);
});

test('the error names a process that ends before it answers', async () => {
  await expect(answering('process.exit(3)').call('double', 1)).rejects.toThrow('The process ended before it answered.');
});

test('no call is sent to a process that has ended', async () => {
  const ending = answering('process.exit()');
  await expect(ending.call('double', 1)).rejects.toThrow('ended');
  await expect(ending.call('double', 1)).rejects.toThrow('closed');
});
