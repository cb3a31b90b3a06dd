import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFileEnd } from './file-end.js';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'testpoint-end-'));
  path = join(directory, 'history.ndjson');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** The process that reads the file. Its command line appears a moment after the process does. */
function reader(): number {
  for (let tries = 0; tries < 1_000; tries++) {
    const found = readdirSync('/proc').find(
      (name) => /^\d+$/.test(name) && Number(name) !== process.pid && reads(name),
    );
    if (found !== undefined) return Number(found);
  }
  throw new Error('no process reads the file');
}

function reads(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path);
  } catch {
    return false;
  }
}

it.each([
  ['a file that does not exist', undefined, '', false],
  ['a file as long as the limit', '0123456789', '0123456789', false],
  ['a longer file', 'longer: 0123456789', '0123456789', true],
])('returns the last ten bytes of %s', async (_, content, end, isCut) => {
  if (content !== undefined) writeFileSync(path, content);
  const read = await readFileEnd(path, 10);
  expect({ end: read.bytes.toString(), isCut: read.isCut }).toEqual({ end, isCut });
});

it.runIf(process.platform === 'linux')('gives up a file whose disk does not answer', async () => {
  writeFileSync(path, 'there');
  const reading = readFileEnd(path, 10);
  process.kill(reader(), 'SIGSTOP');
  await expect(reading).rejects.toThrow('no answer from its disk within 5 s');
});
