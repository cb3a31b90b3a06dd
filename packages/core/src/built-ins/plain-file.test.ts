import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plainFiles } from '../outbox/format/plain-files.js';
import { type PlainFiles, plainFilesOf } from './plain-file.js';

const directory = fs.mkdtempSync(join(tmpdir(), 'testpoint-plain-'));
afterAll(() => fs.rmSync(directory, { recursive: true }));
let count = 0;
const fresh = (): string => join(directory, `target-${++count}`);
const place = (name: string): string => join(directory, name);

describe.skipIf(process.platform === 'win32')('anything but a plain file is refused at once', () => {
  const cases: [string, () => string | Promise<string>, string][] = [
    [
      'a named pipe',
      () => {
        execFileSync('mkfifo', [place('pipe')]);
        return place('pipe');
      },
      'a named pipe',
    ],
    ['a folder', () => directory, 'a folder'],
    ['a device that never ends', () => '/dev/zero', 'a device'],
    [
      'a link to a pipe',
      () => {
        fs.symlinkSync(place('pipe'), place('to-pipe'));
        return place('to-pipe');
      },
      'a named pipe',
    ],
    [
      'a socket',
      async () => {
        const server = createServer().unref();
        await new Promise<void>((resolve) => server.listen(place('socket'), resolve));
        return place('socket');
      },
      'a socket',
    ],
  ];
  it.each(cases)('%s', async (_, make, kind) => {
    const path = await make();
    const target = fresh();
    const reason = `${path} is ${kind}, not a plain file`;
    expect(() => plainFiles.copy(path, target)).toThrow(reason);
    expect(() => plainFiles.read(path)).toThrow(reason);
    expect(fs.existsSync(target)).toBe(false);
  });
});

it('a plain file and a link to one are copied, whatever their size and mode', () => {
  for (const size of [0, 1, 64 * 1024, 64 * 1024 + 1, 300_000]) {
    const content = Buffer.alloc(size, `${size} `);
    fs.writeFileSync(place('plain'), content);
    fs.rmSync(place('to-plain'), { force: true });
    fs.symlinkSync(place('plain'), place('to-plain'));
    for (const path of [place('plain'), place('to-plain')]) {
      const target = fresh();
      plainFiles.copy(path, target);
      expect(fs.readFileSync(target).equals(content)).toBe(true);
      expect(fs.statSync(target).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
      expect(content.equals(plainFiles.read(path))).toBe(true);
    }
  }
});

it('a missing file is refused with the system’s message', () => {
  expect(() => plainFiles.copy(place('nothing'), fresh())).toThrow('ENOENT');
});

it.runIf(process.platform === 'linux')('files with an unknown or wrong size are copied completely', () => {
  for (const path of ['/proc/self/limits', '/sys/kernel/mm/transparent_hugepage/enabled'].filter(fs.existsSync)) {
    const target = fresh();
    plainFiles.copy(path, target);
    expect(fs.readFileSync(target, 'utf8')).toBe(fs.readFileSync(path, 'utf8'));
    expect(Buffer.from(plainFiles.read(path)).toString()).toBe(fs.readFileSync(path, 'utf8'));
  }
});

describe('a file that changes while it is copied', () => {
  /** @param change what happens between two blocks, before the given read */
  const changing = (change: (read: number) => void): PlainFiles => {
    let reads = 0;
    const readSync = ((descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      change(++reads);
      return fs.readSync(descriptor, bytes, offset, length, position);
    }) as typeof fs.readSync;
    const refuse = (): never => {
      throw new Error('cannot clone');
    };
    return plainFilesOf({ ...fs, readSync, copyFileSync: refuse }, Buffer);
  };
  const before = Buffer.alloc(200_000, 'a');

  it('once, is copied as it is afterwards', () => {
    const path = place('once');
    fs.writeFileSync(path, before);
    const after = Buffer.alloc(200_000, 'b');
    const target = fresh();
    changing((read) => read === 2 && rewrite(path, after)).copy(path, target);
    expect(fs.readFileSync(target).equals(after)).toBe(true);
  });

  it('again and again, is refused and leaves no partial copy', () => {
    const path = place('again');
    fs.writeFileSync(path, before);
    const target = fresh();
    const copy = () => changing((read) => rewrite(path, Buffer.alloc(200_000, `${read}`))).copy(path, target);
    expect(copy).toThrow('it changed while it was being copied');
    expect(fs.existsSync(target)).toBe(false);
  });

  it('by growing, is copied as it was', () => {
    const path = place('log');
    fs.writeFileSync(path, before);
    const target = fresh();
    changing(() => fs.appendFileSync(path, 'more')).copy(path, target);
    expect(fs.readFileSync(target).equals(before)).toBe(true);
  });

  it('by being truncated, does not cause an endless loop', () => {
    const path = place('cut');
    fs.writeFileSync(path, before);
    const target = fresh();
    changing((read) => read === 2 && fs.truncateSync(path, 10)).copy(path, target);
    expect(fs.readFileSync(target, 'utf8')).toBe('a'.repeat(10));
  });
});

let ticks = 0;
/** Rewrites in place, with a new modification time however coarse the clock is. */
function rewrite(path: string, content: Buffer): void {
  fs.writeFileSync(path, content);
  fs.utimesSync(path, new Date(), new Date(Date.now() + ++ticks * 1_000));
}
