import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../session/palette.js';
import { cutMiddle, harmless, isLong, joinParagraphs, plain, shorten, TEXT_LIMIT } from './text.js';

describe('plain text', () => {
  const cases: [string, string, string][] = [
    ['has no colors', '\u001b[31mred\u001b[39m \u001b[1;38;5;200mbold\u001b[0m', 'red bold'],
    ['has no colors with colons', '\u001b[38:2::1:2:3mred', 'red'],
    ['has no cursor moves', 'a\u001b[2K\u001b[1Gb\u001b[?25l', 'ab'],
    ['has no hyperlinks', '\u001b]8;;https://a.example/x\u0007text\u001b]8;;\u0007', 'text'],
    ['has no hyperlinks that end with ST', '\u001b]8;id=1;https://a.example\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['has no charset choices', '\u001b(Bx\u001b)0y', 'xy'],
    ['has no saved cursors', '\u001b7x\u001b8', 'x'],
    ['keeps what follows an escape that begins nothing', 'a\u001bHello\u001b', 'aHello'],
    ['keeps what follows a broken sequence', '\u001b[3é', '[3é'],
    ['drops a sequence that the end cuts short', 'x\u001b[31', 'x'],
    ['keeps text after a link that never ends', '\u001b]8;;https://a\nmore', ']8;;https://a\nmore'],
    ['keeps astral characters after a broken charset choice', '\u001b(😀', '(😀'],
    ['shows NUL, which databases refuse, and keeps tabs and line ends', 'a\0\t\r\n', 'a␀\t\r\n'],
    ['has no lone surrogates', 'a\ud83db\udc00', 'a\ufffdb\ufffd'],
    ['keeps emoji, joined ones too', '👩‍👩‍👧 ok', '👩‍👩‍👧 ok'],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it('takes linear time for escapes without end', () => {
    // If time were quadratic, this would not end before the test times out.
    for (const opening of ['\u001b]', '\u001b[']) expect(plain(opening.repeat(300_000))).toBeTypeOf('string');
  });
});

describe('long text', () => {
  it.each([
    ['a', TEXT_LIMIT],
    ['é', TEXT_LIMIT / 2],
    ['€', Math.floor(TEXT_LIMIT / 3)],
    ['😀', TEXT_LIMIT / 4],
  ])('begins one %s past 64 KiB of UTF-8', (character, count) => {
    expect(isLong(character.repeat(count))).toBe(false);
    expect(isLong(character.repeat(count + 1))).toBe(true);
  });

  it.each(['a', 'é', '€', '😀', 'a😀'])('of %s is cut in the middle, between characters, and says how much', (unit) => {
    const text = unit.repeat(100_000);
    const cut = cutMiddle(text, 'message.txt');
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(TEXT_LIMIT);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(TEXT_LIMIT - 512);
    expect(cut.isWellFormed()).toBe(true);
    const [, head, left, tail] =
      /^(.*) \[… ([0-9]+) bytes left out; the whole text is in the attachment "message.txt" …\] (.*)$/s.exec(cut) ?? [];
    expect(text.startsWith(String(head)) && text.endsWith(String(tail))).toBe(true);
    expect(Buffer.byteLength(`${head}${tail}`) + Number(left)).toBe(Buffer.byteLength(text));
  });
});

it('a text for the terminal has no control characters and hides nothing; our own colors may stay', () => {
  const text = 'a\r\n\tb\u001b[2J\u001b[31mc\u001b[39m\u001b[8md\u009b2J\u202ee\u001b]0;x\u0007\b';
  expect(harmless(text, false)).toBe('a\n\tbcd2Je');
  expect(harmless(text, true)).toBe('a\n\tb\u001b[31mc\u001b[39md2Je');
  const { bold, dim, green, red, yellow } = paletteFor({}, { FORCE_COLOR: '1' });
  const ours = bold(dim(green(red(yellow('text')))));
  expect(harmless(ours, true)).toBe(ours);
});

it.each([
  ['abc', 'abc'],
  ['abcd', 'ab…'],
  ['a😀bc', 'a…'],
  ['😀bcd', '😀…'],
])('the name %s is shortened to %s, never in the middle of a character', (name, expected) => {
  expect(shorten(name, 3)).toBe(expected);
});

it.each([
  ['', '', ''],
  ['a', '', 'a'],
  ['', 'b', 'b'],
  ['a', 'b', 'a\n\nb'],
])('paragraphs %j and %j are joined with a blank line if neither is empty', (first, second, expected) => {
  expect(joinParagraphs(first, second)).toBe(expected);
});
