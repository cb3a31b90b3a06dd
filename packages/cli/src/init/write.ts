import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileChange } from './plan.js';

/** Writes a file completely or not at all, and keeps its permissions. */
export function writeChange(root: string, { file, before, after }: FileChange): void {
  const named = join(root, file);
  // A link stays a link.
  const path = before === undefined ? named : realpathSync(named);
  const temporary = `${path}.testpoint-${process.pid}`;
  if (before === undefined) mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(temporary, after, { flag: 'wx' });
    if (before !== undefined) chmodSync(temporary, statSync(path).mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${file} can't be replaced (${why}): close programs that have it open, check the permissions of its folder, and run testpoint init again`,
      { cause: error },
    );
  }
}
