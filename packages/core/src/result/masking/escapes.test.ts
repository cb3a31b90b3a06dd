import { expect, test } from 'vitest';
import { unescaped } from './escapes.js';

test.each([
  ['a&quot;b', 'a"b'],
  ['&lt;&gt;&amp;&apos;', "<>&'"],
  ['&#34;&#x22;&#X22;', '"""'],
  ['\\u0022 \\/ \\u00e9', '" / é'],
  ['%22%2f%7E', '"/~'],
  ['&#0;&#1114111;', '\0\u{10ffff}'],
  ['&#1114112;&#x110000;&lt;', '&#1114112;&#x110000;<'],
  ['&amp;quot;', '&quot;'],
  ['%1f%80 &quot &euro; \\u12 100%', undefined],
  ['C:\\users', undefined],
  ['plain', undefined],
])('%j without its escapes is %j', (text, expected) => {
  expect(unescaped(text)?.text).toBe(expected);
});

test('every part of a text without escapes has its place in the escaped one', () => {
  const escaped = ['&quot;', '\\u0041', 'b', '%2f', '%2F', 'c', '&#x1F600;', 'd'];
  const plain = ['"', 'A', 'b', '/', '/', 'c', '😀', 'd'];
  const whole = unescaped(escaped.join(''));
  expect(whole?.text).toBe(plain.join(''));
  const lengthOf = (parts: string[]) => parts.join('').length;
  for (let from = 0; from < plain.length; from++) {
    for (let to = from + 1; to <= plain.length; to++) {
      const span = { start: lengthOf(plain.slice(0, from)), end: lengthOf(plain.slice(0, to)) };
      expect(whole?.spanOf(span)).toEqual({
        start: lengthOf(escaped.slice(0, from)),
        end: lengthOf(escaped.slice(0, to)),
      });
    }
  }
  // Half a character is all of it.
  const half = lengthOf(plain.slice(0, 6)) + 1;
  const emoji = { start: lengthOf(escaped.slice(0, 6)), end: lengthOf(escaped.slice(0, 7)) };
  expect(whole?.spanOf({ start: half, end: half })).toEqual(emoji);
});
