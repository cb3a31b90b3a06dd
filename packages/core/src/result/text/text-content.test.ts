import { expect, test } from 'vitest';
import { isText, SAMPLE } from './text-content.js';

const BINARY = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1');
const LATIN_1 = Buffer.from('caf\xe9', 'latin1');

test.each([
  'text/plain',
  'text/html; charset=utf-8',
  'application/json',
  'application/problem+json',
  'application/xml',
  'application/javascript',
  'text/markdown',
  'image/svg+xml',
])('%s is text in any encoding', (type) => {
  expect(isText(type, LATIN_1)).toBe(true);
});

test.each<[string, boolean, Buffer]>([
  ['nothing', true, Buffer.alloc(0)],
  ['UTF-8', true, Buffer.from('id;name\n1;Zoë\n')],
  ['UTF-8 with its byte order mark', true, Buffer.from('\uFEFFid;name\n')],
  ['UTF-16, little endian', true, Buffer.from('\uFEFFid', 'utf16le')],
  ['UTF-16, big endian', true, Buffer.from('\uFEFFid', 'utf16le').swap16()],
  ['a character across the end of the sample', true, Buffer.from(`${'x'.repeat(SAMPLE - 1)}日`)],
  ['a NUL', false, BINARY],
  ['UTF-8 with a NUL', false, Buffer.from('text\0')],
  ['UTF-8 with a NUL after the sample', true, Buffer.from(`${'x'.repeat(SAMPLE)}\0`)],
  ['Latin-1', false, LATIN_1],
  ['an invalid byte before the end of the sample', false, Buffer.concat([LATIN_1, Buffer.alloc(SAMPLE, 'x')])],
])('%s is text: %s', (_what, expected, content) => {
  for (const type of ['application/octet-stream', 'application/csv', 'image/png']) {
    expect(isText(type, content)).toBe(expected);
  }
});
