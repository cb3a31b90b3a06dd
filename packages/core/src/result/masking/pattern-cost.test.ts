import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from './pattern-cost.js';

const { POSITIVE_INFINITY } = Number;

test.each<[RegExp, string, number]>([
  [/token/, 'token', 101],
  [/Bearer \S+/, 'Bearer ', 101],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/, 'eyJ', 101 ** 3],
  [/(?:password|token)\s*=\s*\S+/, '=', 2 * 101 ** 3],
  [/\d{4}-\d{4}/, '-', 4 * 4 * 101],
  [/[\w.]+@[\w.]+/, '@', 101 ** 2],
  [/-----BEGIN[\s\S]+?END-----/, '-----BEGIN', 101 ** 2],
  [/(?:\d{4}-){3}\d/, '', 3 * 4 * 101],
  [/https?:\/\//, 'http', 2 * 101],
  [/key|token/, '', 2 * 101],
  [/TOKEN=/i, '=', 101],
  [/a?bc/, 'bc', 2 * 101],
  [/a{2,}b/, 'b', 101 ** 2],
  [/ab{2,3}c/, 'a', 4 * 101],
  [/ab{3}/, 'a', 3 * 101],
  [/a{0}b/, 'b', 101],
  [/a+?b/, 'b', 101 ** 2],
  [/a{2,3}?b/, 'b', 4 * 101],
  [/(?:ab){2}c/, 'c', 2 * 101],
  [/x(?:a|b)?y/, 'x', 2 * 2 * 101],
  [/(?:ab)?/, '', 101],
  [/a|b|cd/, '', 3 * 101],
  [/(?=a)b(?!c)(?<=b)(?<!a)(?<name>d)ef/, 'ef', 101],
  [/[\]a-z]b/, 'b', 101],
  [/\x41\u0041\0bc/, 'bc', 101],
  [/\u{41}\p{L}\P{Lu}b/u, 'b', 101],
  [/^ab$/, 'ab', 101],
  [/a.bc/, 'bc', 101],
  [/é=/, '=', 101],
  [/Ab1/i, '1', 101],
  [new RegExp('x'.repeat(65)), 'x'.repeat(65), 2 * 101],
  // Not every Node knows these.
  [{ source: 'a', flags: 'v' } as RegExp, '', POSITIVE_INFINITY],
  [{ source: '(?i:ab)c', flags: '' } as RegExp, '', POSITIVE_INFINITY],
  [/\ca/, '', POSITIVE_INFINITY],
  [/(?:a?){2}b/, '', POSITIVE_INFINITY],
  [/(?:a|b)*c/, '', POSITIVE_INFINITY],
  [/(a+)+$/, '', POSITIVE_INFINITY],
  [/(?:a|aa){30}$/, '', POSITIVE_INFINITY],
  [/((ab)?c)*d/, '', POSITIVE_INFINITY],
  [/(['"])\w+\1/, '', POSITIVE_INFINITY],
  [/(?<q>['"])\k<q>/, '', POSITIVE_INFINITY],
])('%s needs %j, and at most %d steps for 100 characters', (pattern, literal, steps) => {
  const cost = costOf(pattern);
  expect(cost.literal).toBe(literal);
  expect(cost.steps(100)).toBe(steps);
});

test('every match contains the literal', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'Ab',
    '\\.',
    '\\w',
    '.',
    '[ab]',
    '(a|b)',
    '(?:ab)',
    '(?=a)',
    '(?!b)',
    '|',
    '\\x61',
    '^',
  );
  const repeated = fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{0,2}', '??');
  const source = fc.array(fc.tuple(part, repeated), { minLength: 1, maxLength: 6 });
  const text = fc.stringMatching(/^[abA.]{0,12}$/);
  fc.assert(
    fc.property(source, fc.constantFrom('', 'i', 'u'), text, (parts, flags, subject) => {
      let pattern: RegExp;
      try {
        pattern = new RegExp(parts.flat().join(''), flags);
      } catch {
        return;
      }
      const [match] = pattern.exec(subject) ?? [];
      if (match !== undefined) expect(match).toContain(costOf(pattern).literal);
    }),
    { numRuns: 5_000 },
  );
});
