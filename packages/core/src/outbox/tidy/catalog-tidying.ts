import { closeSync, lstatSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { plainFiles } from '../format/plain-files.js';
import { catalogPath } from '../write/catalog.js';

/**
 * A smaller catalog is left unchanged. Of a larger one, only this much is examined, from the end, so that memory stays limited
 * however large the catalog is. Bytes.
 */
const LARGE = 32 * 1024 * 1024;
/**
 * How much to keep, bytes: the tests that have not run for the longest time are removed. The catalog has to double before it
 * is tidied again, so that tidying costs next to nothing.
 */
const KEPT = LARGE / 2;
const LINE_FEED = 0x0a;

/** The member that follows what identifies a test. */
const SEEN = ',"at":';

/**
 * Every session adds its tests to the outbox's catalog. If that has made it large, this keeps each test only once, as last
 * seen. Housekeeping: it never throws. An id that another process adds at the same time may be lost until its test runs
 * again.
 */
export function tidyCatalog(outbox: string): void {
  const path = catalogPath(outbox);
  try {
    const status = lstatSync(path);
    // In an outbox from elsewhere, it may be a link.
    if (status.isFile() && status.size >= LARGE) replace(path, lastOfEach(endOf(path, status.size)));
  } catch {
    // There is no catalog, or it is not writable.
  }
}

function endOf(path: string, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(LARGE);
  const descriptor = plainFiles.open(path);
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, LARGE, size - LARGE));
  } finally {
    closeSync(descriptor);
  }
}

/** The last line of each test, as far as there is room. */
function lastOfEach(bytes: Buffer): Buffer {
  // Loaded on demand: the delivery thread usually does not need it.
  const { hash } = process.getBuiltinModule('node:crypto');
  const seen = new Set<number>();
  const kept = Buffer.allocUnsafeSlow(KEPT);
  let room = KEPT;
  // The first line may be the end of an entry, so it is dropped.
  for (let end = bytes.lastIndexOf(LINE_FEED) + 1, start = end; end > 1; end = start) {
    start = bytes.lastIndexOf(LINE_FEED, end - 2) + 1;
    // A part of a digest takes less memory than the text.
    const test = hash('sha1', testOf(bytes.toString('latin1', start, end)), 'buffer').readUIntBE(0, 6);
    if (start === 0 || seen.has(test)) continue;
    seen.add(test);
    if (end - start > room) break;
    room -= end - start;
    bytes.copy(kept, room, start, end);
  }
  return kept.subarray(room);
}

/** No title can contain the member's name unescaped. */
function testOf(text: string): string {
  const at = text.lastIndexOf(SEEN);
  return at < 0 ? text : text.slice(0, at);
}

function replace(path: string, content: Buffer): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}
