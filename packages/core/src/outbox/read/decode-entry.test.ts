import { expect, it } from 'vitest';
import type { ResultEntry, WrittenEntry } from '../format/entries.js';
import { headOf, type JournalLine, sealLine, unsealLine } from '../format/journal-line.js';
import { readCommon } from './decode-entry.js';

const BODY = { autoTestExternalId: 'a', configurationId: 'c', outcome: 'Passed' };
const resultOf = (more: object) => ({ kind: 'result', id: 'a', ...more, body: BODY }) as ResultEntry;
const SETTLED: WrittenEntry = { kind: 'settled', key: 123_456_789, of: 2 };
const FILE = { file: '000001.txt', name: 'a', contentType: 'text/plain', placeholder: 'p' };

/** A line among others, as a journal's reader returns it. */
function lineOf(text: string): JournalLine {
  const before = sealLine(SETTLED, 0);
  const bytes = Buffer.from(`${before}${text}${sealLine(resultOf({}), 2)}`);
  const [start, end] = [before.length, before.length + Buffer.byteLength(text) - 1];
  return { bytes, start, end, head: headOf(bytes, start, end), sequence: 0, offset: 0, length: end - start };
}

function unsealed(entry: WrittenEntry): JournalLine {
  const line = lineOf(sealLine(entry, 1));
  expect(unsealLine(line)).toBe(true);
  return line;
}

it.each<[string, WrittenEntry, ReturnType<typeof readCommon>]>([
  ['a result', resultOf({}), { kind: 'plain-result' }],
  ['a result with a key', resultOf({ key: 1 }), undefined],
  ['a result with an attachment', resultOf({ attachments: [FILE] }), undefined],
  ['a provisional result', resultOf({ kind: 'provisional', key: 12 }), { kind: 'provisional', key: 12, isPlain: true }],
  ['the first one', resultOf({ kind: 'provisional', key: 0 }), { kind: 'provisional', key: 0, isPlain: true }],
  [
    'one with an attachment',
    resultOf({ kind: 'provisional', key: 3, attachments: [FILE] }),
    { kind: 'provisional', key: 3, isPlain: false },
  ],
  ['one with a key below zero', resultOf({ kind: 'provisional', key: -1 }), undefined],
  ['one without a number', resultOf({ kind: 'provisional', key: 'x' }), undefined],
  ['anything else', SETTLED, undefined],
])('%s is recognized without parsing, or not at all', (_, entry, expected) => {
  expect(readCommon(unsealed(entry))).toEqual(expected);
});
