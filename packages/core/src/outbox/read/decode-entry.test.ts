import { expect, it } from 'vitest';
import type { ResultEntry, WrittenEntry } from '../format/entries.js';
import { headOf, type JournalLine, sealLine, unsealLine } from '../format/journal-line.js';
import { bodyStart, decodeEntry, readCommon } from './decode-entry.js';

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

it.each<[string, object]>([
  ['near its start', {}],
  ['across the end of its head', { id: 'x'.repeat(384 - '{"kind":"result","id":"",'.length - 3) }],
  ['far behind', { id: 'é"'.repeat(500) }],
])('a line’s body is found %s, and its head is decoded without it', (_, more) => {
  const entry = resultOf(more);
  const line = unsealed(entry);
  expect(line.bytes.toString('utf8', bodyStart(line), line.end)).toBe(JSON.stringify(BODY));
  const { body: _body, ...head } = entry;
  expect(decodeEntry(line)).toEqual(head);
});

it('a line without a body is decoded whole, and never takes the next one’s', () => {
  for (const others of [[], Array.from({ length: 300 }, (_, index) => index)]) {
    const line = unsealed({ ...SETTLED, others });
    expect(bodyStart(line)).toBeUndefined();
    expect(decodeEntry(line)).toEqual({ ...SETTLED, others });
  }
});

it.each(['{"kind":"future"', '{"kind":"settled","key":', '[1'])('%s is no entry', (text) => {
  expect(decodeEntry(lineOf(`${text}\n`))).toBeUndefined();
});
