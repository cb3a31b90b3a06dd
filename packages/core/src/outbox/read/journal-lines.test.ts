import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type JournalLine, sealLine } from '../format/journal-line.js';
import { JournalLines } from './journal-lines.js';
import { SequenceSet } from './sequence-set.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-lines-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const path = join(directory, 'journal.ndjson');
/** Line n of a journal, sealed, with its line end. */
const sealed = (number: number) => sealLine({ kind: 'settled', key: number, of: number }, number);
const [ZERO, ONE, TWO] = [0, 1, 2].map(sealed) as [string, string, string];
const CHANGED = ONE.replace('settled', 'setTled');

it('lines that exist only in memory come after those in the file, until they are dropped', () => {
  // The file may grow, so its last line may not be complete.
  writeFileSync(path, ZERO + TWO.trimEnd());
  for (const [journal, inFile] of [
    [path, [0]],
    [undefined, []],
  ] as const) {
    const lines = new JournalLines(journal);
    const next = () => lines.next()?.sequence;
    lines.hold(Buffer.from(ONE.trimEnd()));
    expect([...inFile.map(next), next(), next()]).toEqual([...inFile, 1, undefined]);
    lines.hold(Buffer.from(sealed(3).trimEnd()));
    expect([next(), next()]).toEqual([3, undefined]);
    lines.rewind();
    expect([...inFile.map(next), next(), next()]).toEqual([...inFile, 1, 3]);
    lines.forgetHeld();
    lines.rewind();
    expect([...inFile.map(next), next()]).toEqual([...inFile, undefined]);
    lines.setAside();
    expect(lines.damage).toEqual({ unreadable: 1, fragments: 0 });
    lines.close();
  }
  const lines = new JournalLines(undefined);
  lines.stopGrowing();
  expect([lines.next(), lines.read({ sequence: 0, offset: 0, length: 1, size: 1 })]).toEqual([undefined, undefined]);
});

it('a line that was changed since it was returned is not read again', () => {
  writeFileSync(path, ZERO + ONE);
  const lines = new JournalLines(path, new SequenceSet());
  lines.next();
  const textOf = ({ bytes, start, end }: JournalLine) => bytes.toString('utf8', start, end);
  const line = lines.next() as JournalLine & { offset: number };
  const position = { ...line, size: line.end - line.start };
  const text = textOf(line);
  const inBlock = lines.read(position);
  lines.rewind();
  const inFile = lines.read(position);
  expect([inBlock, inFile].map((again) => again && textOf(again))).toEqual([text, text]);
  writeFileSync(path, ZERO + CHANGED);
  expect(lines.read(position)).toBeUndefined();
  lines.close();
});
