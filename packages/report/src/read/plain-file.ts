import fs, { closeSync, createReadStream, createWriteStream, fstatSync, readSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPlainFile } from '@testpoint/interface/codec';
import { tooLong } from '../messages.js';

/** @param limit maximum number of bytes @throws if it is longer, or not a plain file */
export function readPlainFile(path: string, limit: number): Buffer {
  const descriptor = openPlainFile(fs, path);
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
  const source = createReadStream(path, { fd: openPlainFile(fs, path) });
  try {
    await pipeline(source, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
