import { expect, test } from 'vitest';
import { colorsOf } from './frame-colors.js';

/** The frame with every colored run in brackets, after its letter. */
function painted(frame: string): string | undefined {
  let at = 0;
  return colorsOf(frame)?.replace(/([a-z])(\d+)/g, (_, letter: string, length: string) => {
    const text = frame.slice(at, at + Number(length));
    at += Number(length);
    return letter === 't' ? text : `${letter}[${text}]`;
  });
}

test('keywords, strings, literals and comments of a code frame have colors, the numbers of its lines have none', () => {
  const frame = `  29 |   const all = await list('lamps', 3); // slow\n> 30 |   expect(all).toBe(null);\n     |               ^\n  31 | });`;
  expect(painted(frame)).toBe(
    `  29 |   k[const] all = k[await] list(s['lamps'], n[3]); c[// slow]\n> 30 |   expect(all).toBe(n[null]);\n     |               ^\n  31 | });`,
  );
});

test('a frame that begins inside a template, and one that ends inside a comment, keep every character', () => {
  for (const frame of ['  1 | a ${b} c`; /* d', "> 2 | 'open\n  3 | /re[/", '  4 | <p class="x">text</p>']) {
    const lengths = [...(colorsOf(frame) ?? '').matchAll(/\d+/g)].map(Number);
    expect(lengths.length === 0 ? frame.length : lengths.reduce((sum, length) => sum + length)).toBe(frame.length);
  }
});

test('a text that is no code frame has no colors', () => {
  expect(colorsOf('')).toBeUndefined();
  expect(colorsOf('const a = 1;')).toBeUndefined();
  expect(colorsOf(`  1 | ${'const '.repeat(2_000)}`)).toBeUndefined();
});
