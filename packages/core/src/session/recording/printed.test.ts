import { expect, it } from 'vitest';
import { Printed } from './printed.js';

const asItIs = (text: string) => text;
const mask = (text: string) => text.replaceAll('SECRET', '***');

it('short output is unchanged', () => {
  const printed = new Printed();
  printed.add('one\n');
  printed.add(Buffer.from('zwei – ü\n'));
  expect(printed.toText(asItIs)).toBe('one\nzwei – ü\n');
});

it('a character that is divided between two chunks is kept', () => {
  const printed = new Printed();
  const bytes = Buffer.from('zwei – ü 😀\n');
  for (const byte of bytes) printed.add(Uint8Array.of(byte));
  expect(printed.toText(asItIs)).toBe('zwei – ü 😀\n');
});

it.each([
  ['in many pieces', Array.from({ length: 30_000 }, (_, n) => `line ${n} – ü\n`)],
  ['in one piece', [Array.from({ length: 30_000 }, (_, n) => `line ${n} – ü\n`).join('')]],
  ['in one big piece between two lines', ['x', 'y'.repeat(200_000), 'z\n']],
])('of long output, %s, the beginning and the end are kept, with a note of how much is omitted', (_, pieces) => {
  const printed = new Printed();
  for (const piece of pieces) printed.add(piece);
  const text = printed.toText(asItIs);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(text)).toBeGreaterThan(65_000);
  const [, left, beginning = '', end = ''] =
    /^\[… (\d+) characters left out in the middle …\]\n(.*)\n\[… here …\]\n(.*)$/s.exec(text) ?? [];
  const whole = pieces.join('');
  expect(whole.startsWith(beginning) && whole.endsWith(end)).toBe(true);
  expect(Number(left)).toBe(whole.length - beginning.length - end.length);
});

it('a character of two units at the end of the beginning is kept', () => {
  for (const shift of ['', '-']) {
    const printed = new Printed();
    const text = shift + '😀'.repeat(15_000);
    printed.add(text);
    printed.add(text);
    expect(printed.toText((raw) => (raw === text + text ? 'whole' : 'broken'))).toBe('whole');
  }
});

it('a secret is never cut into an unrecognizable part', () => {
  for (let shift = 0; shift < 12; shift += 1) {
    const printed = new Printed();
    printed.add('SECRET'.repeat(60_000));
    printed.add('x'.repeat(shift));
    expect(printed.toText(mask)).toMatch(/^\[.*\]\n\*+\n\[… here …\]\n[*x]+$/);
  }
});

it('empty output stays empty, unless earlier output was dropped', () => {
  const printed = new Printed();
  expect(printed.isEmpty).toBe(true);
  printed.add('');
  expect([printed.isEmpty, printed.toText(asItIs)]).toEqual([true, '']);
  printed.leaveOut(7);
  expect([printed.isEmpty, printed.toText(asItIs)]).toEqual([
    false,
    '[… 7 characters left out in the middle …]\n\n[… here …]\n',
  ]);
});
