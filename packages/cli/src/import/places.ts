import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { AttachmentRecord } from '@testpoint/core';
import { MISSING } from './messages.js';

/** Finds the attachments that a file names. Only files inside the given paths count, wherever links lead. */
export class AttachmentPlaces {
  readonly #roots: readonly string[];

  /** @param paths existing files and folders; a file stands for its folder */
  constructor(paths: readonly string[]) {
    this.#roots = paths.map((path) => {
      const real = realpathSync(path);
      return statSync(real).isDirectory() ? real : dirname(real);
    });
  }

  /**
   * @param named as the file writes it: absolute, or relative to the file's folder or to a given path
   * @param folder of the file that names it
   */
  find(name: string, named: string, folder: string, contentType?: string): AttachmentRecord {
    const attachment: AttachmentRecord = { name, ...(contentType !== undefined && { contentType }) };
    let missing: string = MISSING.noFile;
    const places = isAbsolute(named) ? [named] : [folder, ...this.#roots].map((root) => resolve(root, named));
    for (const place of places) {
      const real = realPath(place);
      if (real === undefined) continue;
      if (this.#isInside(real)) return { ...attachment, path: real };
      missing = MISSING.outside;
    }
    return { ...attachment, missing };
  }

  #isInside(path: string): boolean {
    return this.#roots.some((root) => path.startsWith(root.endsWith(sep) ? root : root + sep));
  }
}

/** Undefined also for a name that no file can have. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A test file's path as results have it: relative to the suite's folder if it is inside, with posix separators. */
export function testFile(path: string, root: string): string {
  const plain = path.replaceAll('\\', '/');
  if (!isAbsolute(path)) return plain.replace(/^(?:\.\/)+/, '');
  const inside = relative(root, path).replaceAll('\\', '/');
  return inside.startsWith('../') || isAbsolute(inside) ? plain : inside;
}

/** The same for a path that is relative to another folder. */
export function testFileIn(folder: string | undefined, path: string, root: string): string {
  return folder !== undefined && isAbsolute(folder) && !isAbsolute(path)
    ? testFile(join(folder, path), root)
    : testFile(path, root);
}
