import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { plainFiles } from '../format/plain-files.js';

/**
 * Writes whole files on the main thread. Node's own functions (`writeFileSync`, `appendFileSync`) call `fs.openSync` and
 * others as members of the module, which a test may have stubbed. They also read options, which every object may have
 * inherited. The functions here call nothing but the system.
 */

// Captured, because a suite may stub Buffer in this process.
const encode = Buffer.from;
const PRIVATE = 0o600;

/** Throws if the file exists, or if there is no room. Then it leaves no partial file, which would look complete later. */
export function writeNew(path: string, content: Uint8Array | string): void {
  const descriptor = openSync(path, 'wx', PRIVATE);
  try {
    writeTo(descriptor, content);
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
}

/** @param how `append` throws if the file does not exist */
export function addToFile(path: string, text: string, how: 'create' | 'append' = 'create'): void {
  writeTo(plainFiles.open(path, how), text);
}

/** Closes it. */
function writeTo(descriptor: number, content: Uint8Array | string): void {
  const bytes = typeof content === 'string' ? encode(content, 'utf8') : content;
  try {
    writeAll(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/** @param from the first byte to write */
export function writeAll(descriptor: number, bytes: Uint8Array, from = 0): void {
  for (let written = from; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, null);
  }
}
