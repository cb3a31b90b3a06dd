import { closeSync, lstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import type { JournalLine } from '../format/line.js';
import { catalogPath } from '../format/outbox-files.js';
import { JournalReader } from '../read/journal-reader.js';

/** A catalog is tidied when it has grown by this factor since the last time, so that tidying costs next to nothing. */
const GROWTH = 2;
/**
 * A smaller catalog is left unchanged. From a larger one, the tests that have not run for the longest time are removed.
 * Bytes.
 */
const LARGEST = 16 * 1024 * 1024;
/** How much to examine, from the end, so that memory stays small however large the catalog is. */
const LOOKED_AT = 2 * LARGEST;
const BLOCK = 256 * 1024;
const NO_TEST = -1;

/** First line of a tidied catalog. It is not an entry, so readers skip it. */
const HEADING = /^\{"tidied":(\d{1,15})\}$/;
/** Last member of an entry. A test's line in its file does not identify it. */
const PLACE = ',"line":';

/** The lines to keep, and how many lines there were. */
interface Choice {
  /** Position of the first of them in the catalog. */
  from: number;
  lines: ReadonlySet<number>;
  of: number;
  bytes: number;
}

/**
 * Every session adds its tests to the outbox's catalog. If that has made it large, this keeps each test only once, as last
 * seen. Housekeeping: it never throws. An id that another process adds at the same time may be lost until its test runs
 * again.
 */
export function tidyCatalog(outbox: string): void {
  const path = catalogPath(outbox);
  try {
    if (isOvergrown(path)) replace(path, `${path}.${process.pid}`);
  } catch {
    // There is no catalog, or it is not writable.
  }
}

function isOvergrown(path: string): boolean {
  const status = lstatSync(path);
  // In an outbox from elsewhere, it may be a link.
  return status.isFile() && status.size >= LARGEST && status.size >= GROWTH * sizeWhenTidied(path);
}

function replace(path: string, draft: string): void {
  try {
    write(path, draft, choose(path));
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}

function sizeWhenTidied(path: string): number {
  for (const line of linesOf(path, 0)) return Number(HEADING.exec(decoded(line))?.[1] ?? 0);
  return 0;
}

function choose(path: string): Choice {
  // Loaded on demand: the delivery thread usually does not need it.
  const { hash } = process.getBuiltinModule('node:crypto');
  const from = Math.max(0, statSync(path).size - LOOKED_AT);
  const tests: number[] = [];
  const lengths: number[] = [];
  for (const line of linesOf(path, from)) {
    const { sequence, start, end } = line;
    const text = decoded(line);
    // The first line may be the heading, or the end of an entry.
    const isEntry = sequence > 0 || (from === 0 && !HEADING.test(text));
    // Keeps 6 bytes of a digest for each line instead of its text, because the catalog may be large.
    tests[sequence] = isEntry ? hash('sha1', withoutPlace(text), 'buffer').readUIntBE(0, 6) : NO_TEST;
    lengths[sequence] = end - start + 1;
  }
  const seen = new Set([NO_TEST]);
  const lines = new Set<number>();
  let bytes = 0;
  for (let sequence = tests.length - 1; sequence >= 0; sequence--) {
    const test = tests[sequence] ?? NO_TEST;
    if (seen.has(test)) continue;
    seen.add(test);
    const length = lengths[sequence] ?? 0;
    if (bytes + length > LARGEST) break;
    bytes += length;
    lines.add(sequence);
  }
  return { from, lines, of: tests.length, bytes };
}

function decoded({ bytes, start, end }: JournalLine): string {
  return bytes.toString('latin1', start, end);
}

/** No title can contain the member's name unescaped. */
function withoutPlace(text: string): string {
  const at = text.lastIndexOf(PLACE);
  return at < 0 ? text : text.slice(0, at);
}

/** @param draft gets the chosen lines, and those added since then */
function write(path: string, draft: string, { from, lines, of, bytes: size }: Choice): void {
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    let block = `{"tidied":${size}}\n`;
    for (const { sequence, bytes, start, end } of linesOf(path, from)) {
      if (sequence < of && !lines.has(sequence)) continue;
      block += `${bytes.toString('utf8', start, end)}\n`;
      if (block.length < BLOCK) continue;
      writeSync(descriptor, block);
      block = '';
    }
    writeSync(descriptor, block);
  } finally {
    closeSync(descriptor);
  }
}

/** @param from offset of the first one, or a position inside it */
function* linesOf(path: string, from: number): Generator<JournalLine> {
  const reader = new JournalReader(path, from);
  try {
    for (let line = reader.next(); line !== undefined; line = reader.next()) yield line;
  } finally {
    reader.close();
  }
}
