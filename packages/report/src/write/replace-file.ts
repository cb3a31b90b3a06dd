import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Replaces a file whole or not at all. A link stays a link, and permissions stay as they are. A pipe or a device, such as
 * `/dev/stdout`, can't be replaced, and is written to.
 * @param write fills the file at the path that it gets
 */
export function replaceFile(path: string, write: (draft: string) => void): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before?.isDirectory()) throw new Error('it is a folder');
  if (before?.isFile() === false) return write(path);
  const target = before === undefined ? resolve(path) : realpathSync(path);
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    write(draft);
    if (before !== undefined) chmodSync(draft, before.mode);
    renameSync(draft, target);
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // Part of its path is a file, so there is no draft.
    }
    throw error;
  }
}
