import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readFileEnd } from './file-end.js';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'testpoint-end-'));
  path = join(directory, 'history.ndjson');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

/** The process that has the file open. Never returns if none opens it. */
function reader(): number {
  for (;;) {
    const found = readdirSync('/proc').find(
      (name) => /^\d+$/.test(name) && Number(name) !== process.pid && reads(name),
    );
    if (found !== undefined) return Number(found);
  }
}

function reads(pid: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => readlinkSync(join(folder, name)) === path);
  } catch {
    return false;
  }
}

/** Whether a process has ended that this one started, and does not know it yet. */
function hasEnded(): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+ \(.*\) Z (\d+) /s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1] === `${process.pid}`;
    } catch {
      return false;
    }
  });
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
  // So long that it is open until this process reads its bytes.
  const length = 1024 ** 2;
  writeFileSync(path, 'a'.repeat(length));
  const reading = readFileEnd(path, length);
  process.kill(reader(), 'SIGSTOP');
  await expect(reading).rejects.toThrow('no answer from its disk within 5 s');
});

it('a busy machine takes longer to start the other process', async () => {
  writeFileSync(path, 'there');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = readFileEnd(path, 10);
  vi.advanceTimersByTime(59_000);
  expect((await reading).bytes.toString()).toBe('there');
});

it.runIf(process.platform === 'linux')('a busy process first reads what has come', async () => {
  writeFileSync(path, 'there');
  // The rest of this turn begins as it does when a timer is over.
  await setTimeout(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = readFileEnd(path, 10);
  while (!hasEnded());
  vi.advanceTimersByTime(600_000);
  expect((await reading).bytes.toString()).toBe('there');
});
