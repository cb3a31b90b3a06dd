import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/**
 * For one test file: returns a function that mounts a separate file system at a folder. Both are removed when the test is over.
 * Works only on Linux, for root, as in CI's containers.
 */
export function useDisks(): (folder: string, options: string) => void {
  const mounted: string[] = [];
  afterEach(() => {
    // The last one first, because it may be in another.
    const folders = mounted.splice(0).reverse();
    for (const folder of folders) spawnSync('umount', ['-l', folder]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return (folder, options) => {
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The test needs to mount a file system (run it as root): ${stderr}`);
    mounted.push(folder);
  };
}

/** Writes until there is no room for another 4 KiB. */
export function fill(folder: string): void {
  const block = Buffer.alloc(4_096);
  try {
    for (;;) appendFileSync(join(folder, 'filling'), block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
