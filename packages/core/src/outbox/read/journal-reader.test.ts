import { closeSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { JournalLine } from '../format/journal-line.js';
import { heldFiles } from '../format/plain-files.js';
import { JournalReader } from './journal-reader.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-journal-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const path = join(directory, 'journal.ndjson');
let reader: JournalReader | undefined;
afterEach(() => {
  reader?.close();
  reader = undefined;
});

function readerOf(content: string | Buffer): JournalReader {
  reader?.close();
  writeFileSync(path, content);
  reader = new JournalReader(path);
  return reader;
}

/** A line is valid only until the next one is read. */
function decoded(line: JournalLine | undefined): string | undefined {
  return line?.bytes.toString('utf8', line.start, line.end);
}

function allOf(from: JournalReader): string[] {
  const texts: string[] = [];
  for (let line = from.next(); line !== undefined; line = from.next()) texts.push(decoded(line) ?? '');
  return texts;
}

it('a byte order mark is skipped only where the file begins', () => {
  // The first line fills a block, so the second one begins another.
  const first = 'x'.repeat(256 * 1024 - 1);
  expect(allOf(readerOf(`${first}\n\ufefftwo\n`))).toEqual([first, '\ufefftwo']);
});

it('lines of any length are returned in order, with their positions', () => {
  // Blocks have 256 KiB: lines that fill one exactly, cross two, or need several.
  const length = fc.oneof(fc.nat({ max: 200 }), fc.integer({ min: 262_000, max: 262_300 }), fc.constant(600_000));
  fc.assert(
    fc.property(fc.array(length, { maxLength: 8 }), (lengths) => {
      const lines = lengths.map((count, index) => String.fromCharCode(97 + index).repeat(count));
      const content = lines.map((line) => `${line}\n`).join('');
      const long = readerOf(content);
      let offset = 0;
      for (const [sequence, line] of lines.entries()) {
        const read = long.next();
        expect(read).toMatchObject({ sequence, offset, length: line.length });
        expect(decoded(read) === line).toBe(true);
        offset += line.length + 1;
      }
      expect(long.next()).toBeUndefined();
    }),
    { numRuns: 10 },
  );
});

it.each([
  ['still in memory, whatever happened to the file', 4, 0, true],
  ['still in memory, in another block', 200_000, 0, true],
  ['no longer in memory', 4, 700_000, false],
])('a line that was read before can be read again: %s', (_, before, after, isCut) => {
  const again = readerOf(`${`${'x'.repeat(before)}\n`.repeat(2)}one\n${'x'.repeat(after)}\nlast\n`);
  for (let count = 0; count < 2; count++) again.next();
  const { sequence, offset = -1, length } = again.next() ?? { sequence: -1, length: -1 };
  if (isCut) writeFileSync(path, '');
  else allOf(again);
  const line = again.read(sequence, offset, length);
  expect(decoded(line)).toBe('one');
  expect(line).toMatchObject({ sequence: 2, offset: 2 * before + 2, length: 3, head: 'one' });
  expect(again.isInBlock(line)).toBe(isCut);
});

it('if the file was cut in the meantime, the rest of a line is read', () => {
  const cut = readerOf(`first\n${'x'.repeat(700_000)}\n`);
  allOf(cut);
  writeFileSync(path, 'fi');
  expect(decoded(cut.read(0, 0, 5))).toBe('fi');
});

it('rewinds to the first line', () => {
  const twice = readerOf(`${'x'.repeat(600_000)}\ntwo\n`);
  allOf(twice);
  twice.rewind();
  expect(twice.next()).toMatchObject({ sequence: 0, offset: 0, length: 600_000 });
});

it('a file that was closed and deleted has no more lines if its reader did not open it', () => {
  const own = readerOf('one\n');
  own.close();
  rmSync(path);
  expect(() => own.next()).toThrow('ENOENT');
  reader = undefined;
  writeFileSync(path, 'one\n');
  const file = heldFiles.hold(path, 'read');
  closeSync(file.descriptor);
  rmSync(path);
  const other = new JournalReader(file);
  expect(other.next()).toBeUndefined();
  expect(decoded(other.read(0, 0, 3))).toBe('');
});

it('an open file stays open when its reader is closed', () => {
  writeFileSync(path, 'one\n');
  const file = heldFiles.hold(path, 'read');
  new JournalReader(file).close();
  rmSync(path);
  expect(allOf(new JournalReader(file))).toEqual(['one']);
  heldFiles.release(file);
});
