import { expect, it, test } from 'vitest';
import { compileRedaction } from './redaction.js';
import { maskBytes, TextMasker } from './text-masker.js';

const redaction = compileRedaction('c2VjcmV0', ['müll wort']);
const wide = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const half = Buffer.from([0x61]);

it.each<[string, string, Buffer, Buffer]>([
  ['UTF-8', '', Buffer.from('é c2VjcmV0 müll wort'), Buffer.from('é *** ***')],
  [
    'Latin-1 of a text type',
    'text/plain',
    Buffer.from('\xe9 c2VjcmV0 m\xfcll wort', 'latin1'),
    Buffer.from('\xe9 *** ***', 'latin1'),
  ],
  ['UTF-16', '', Buffer.concat([wide('a c2VjcmV0'), half]), Buffer.concat([wide('a ***'), half])],
  [
    'UTF-16, big endian',
    '',
    Buffer.concat([wide('a c2VjcmV0', true), half]),
    Buffer.concat([wide('a ***', true), half]),
  ],
  [
    'UTF-8 with half a character',
    'text/plain',
    Buffer.from('c2VjcmV0\xc3', 'latin1'),
    Buffer.from('***\xc3', 'latin1'),
  ],
  ['content that is not text', 'image/png', Buffer.from('\0c2VjcmV0'), Buffer.from('\0c2VjcmV0')],
  ['text without secrets', '', Buffer.from('plain'), Buffer.from('plain')],
])('%s is masked in its encoding', (_, type, content, expected) => {
  expect(maskBytes(content, type, redaction)).toEqual(expected);
});

it('secrets may need more than a pattern', () => {
  const find = () => [{ start: 1, end: 3 }];
  expect(maskBytes(Buffer.from('abcd c2VjcmV0'), 'text/plain', { ...redaction, find }).toString()).toBe('a***d ***');
});

const HELD_BACK = 64 * 1024;
const endless = '0123456789'.repeat(14_000);

it.each<[string, string, number]>([
  ['line', `${'a'.repeat(60_000)}\n${'b'.repeat(80_000)}`, 60_001],
  ['place if it has only one line', endless, endless.length - HELD_BACK],
  ['character', `a${'😀'.repeat(40_000)}a`, 1 + 4 * ((80_002 - HELD_BACK) / 2 - 1)],
  [
    'secret',
    `${endless.slice(HELD_BACK + 4)}c2VjcmV0${endless.slice(0, HELD_BACK - 4)}`,
    endless.length - HELD_BACK - 4,
  ],
])('a long text is passed on up to a whole %s', (_, text, length) => {
  const masker = new TextMasker(redaction);
  const ready = masker.add(Buffer.from(text));
  expect(ready).toHaveLength(length);
  const isSecret = text.includes('c2VjcmV0');
  expect(masker.hasFound).toBe(isSecret);
  expect(Buffer.concat([ready, masker.end()]).toString()).toBe(text.replace('c2VjcmV0', '***'));
  expect(masker.end()).toHaveLength(0);
});

test.each([
  ['a short secret', 'c2VjcmV0', 2 * HELD_BACK],
  ['a long secret', 'x'.repeat(10_000), 200_000],
])('how much is held back for %s', (_, secret, size) => {
  const masker = new TextMasker(compileRedaction(secret, []));
  expect(masker.add(Buffer.alloc(size - 1, 'a'))).toHaveLength(0);
  expect(masker.add(Buffer.alloc(1, 'a'))).toHaveLength(size / 2);
});
