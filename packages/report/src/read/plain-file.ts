import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { notPlainFile, tooLong } from '../messages.js';

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/**
 * Opens a plain file for reading. Refuses pipes, sockets and devices, because they could block or never end: before opening,
 * because opening a pipe already lets its writer continue, and again afterwards, because the path may lead elsewhere by then.
 */
export function openPlainFile(path: string): number {
  if (!statSync(path).isFile()) throw new Error(notPlainFile(path));
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error(notPlainFile(path));
}

/** @param limit maximum number of bytes @throws if it is longer, or not a plain file */
export function readPlainFile(path: string, limit: number): Buffer {
  const descriptor = openPlainFile(path);
  try {
    const { size } = fstatSync(descriptor);
    if (size > limit) throw new Error(tooLong(path, limit));
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const read = readSync(descriptor, bytes, length, size - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** @param target must not exist; removed if the copy fails */
export async function copyPlainFile(path: string, target: string): Promise<void> {
  const source = createReadStream(path, { fd: openPlainFile(path) });
  try {
    await pipeline(source, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
