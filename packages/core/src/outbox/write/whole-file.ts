import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Writes whole files on the main thread. Node's own functions (`writeFileSync`, `appendFileSync`) call `fs.openSync` and
 * others as members of the module, which a test may have stubbed. They also read options, which every object may have
 * inherited. The functions here call nothing but the system.
 */

// Captured, because a suite may stub Buffer in this process.
const encode = Buffer.from;
const PRIVATE = 0o600;

/** Throws if the file exists. */
export function writeNew(path: string, content: Uint8Array | string): void {
  writeTo(path, 'wx', content);
}

export function addToFile(path: string, text: string): void {
  writeTo(path, 'a', text);
}

function writeTo(path: string, flag: string, content: Uint8Array | string): void {
  const bytes = typeof content === 'string' ? encode(content, 'utf8') : content;
  const descriptor = openSync(path, flag, PRIVATE);
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, null);
    }
  } finally {
    closeSync(descriptor);
  }
}
