import { describe, expect, it } from 'vitest';
import { compileRedaction, redact, slowPatterns } from './redaction.js';
import { TimedPattern } from './timed-pattern.js';

/** Slow patterns use up their time, and the machine may be busy besides; milliseconds. */
const PATIENCE = 60_000;

describe('redaction', () => {
  const cases: [string, (string | RegExp)[], string, string][] = [
    ['masks a secret wherever it is', ['hunter22'], 'a hunter22 b hunter22', 'a *** b ***'],
    ['leaves strings of three characters alone', ['abc'], 'abc', 'abc'],
    ['masks strings of four characters', ['abcd'], 'abcd', '***'],
    ['masks overlapping secrets as one', ['abcd', 'cdef'], '-abcdef-', '-***-'],
    ['masks neighbors each for itself', ['abcd', 'efgh'], 'abcdefgh', '******'],
    ['masks a secret that ends like a mask', ['key***'], 'a key*** b', 'a *** b'],
    ['masks the longer of two secrets', ['abcd', 'abcdefgh'], 'abcdefgh', '***'],
    ['masks a secret that overlaps itself', ['aaaa'], 'aaaaaa', '***'],
    ['masks a secret as JSON writes it', ['pass"word'], '{"a":"pass\\"word"}', '{"a":"***"}'],
    [
      'masks a secret as URLs write it',
      ['p@ss/word'],
      'https://a.example/?p=p%40ss%2Fword',
      'https://a.example/?p=***',
    ],
    ...[
      'p&quot;w&amp;d&#39;1',
      'p&#34;w&#38;d&apos;1',
      'p&#x22;w&#X0026;d&#x0027;1',
      '&#112;"w&d\'1',
      "p&amp;quot;w&amp;amp;d'1",
    ].map((html): [string, (string | RegExp)[], string, string] => [
      `masks a secret as HTML writes it: ${html}`,
      ['p"w&d\'1'],
      `<b title="${html}">&lt;${html}&gt;</b> ${html} &amp;`,
      '<b title="***">&lt;***&gt;</b> *** &amp;',
    ]),
    [
      'masks a secret as JSON in HTML writes it',
      ['p"wd'],
      '{&quot;a&quot;:&quot;p\\&quot;wd&quot;}',
      '{&quot;a&quot;:&quot;***&quot;}',
    ],
    ['masks a secret in other spellings of JSON', ['a/b+c"d'], '"a\\/b\\u002Bc\\"d"', '"***"'],
    ['masks a secret that URLs write as UTF-8', ['pässword'], '?p=p%C3%A4ssword', '?p=***'],
    ['masks a secret in other spellings of URLs', ["p@ss/w'd"], '?p=p%40ss%2fw%27d', '?p=***'],
    [
      'leaves escapes that are none',
      ['abcd'],
      '&quot &#xffffff; %zz \\u12 & 100% C:\\users',
      '&quot &#xffffff; %zz \\u12 & 100% C:\\users',
    ],
    ['masks what a pattern finds', [/pin=\d+/], 'pin=12 pin=345', '*** ***'],
    ['ignores the lastIndex of a global pattern', [stateful(/pin=\d+/g)], 'pin=12', '***'],
    ['finds all matches, even of a sticky pattern', [/\d{4}/y], 'card 1234 5678', 'card *** ***'],
    ['ignores empty matches', [/x*/], 'axxb', 'a***b'],
    ['does not loop on empty matches between surrogates', [/(?:)/u], '😀😀', '😀😀'],
    ['replaces the other half of a character that a pattern halves', [/a./], 'a😀', '***\ufffd'],
    ['ignores secrets that look like masks', ['****'], '****', '****'],
    ['masks a secret that can’t be URL-encoded', ['\ud800abc'], '\ud800abc', '***'],
  ];
  it.each(cases)('%s', (_, secrets, text, expected) => {
    expect(redact(text, compileRedaction('', secrets))).toBe(expected);
  });

  it('masks a text whole if a pattern can’t search it in time, and names the pattern', { timeout: PATIENCE }, () => {
    const redaction = compileRedaction('', ['hunter22', /(a+)+$/]);
    expect(redact(`${'a'.repeat(40)}! hunter22`, redaction)).toBe('***');
    expect(redact('hunter22 b', redaction)).toBe('*** b');
    expect(slowPatterns(redaction)).toEqual([expect.stringMatching(/^Option redact\[1\] takes too long/)]);
  });

  it('does not try a pattern again after 2 s, and masks every text that it should have searched', {
    timeout: PATIENCE,
  }, () => {
    const redaction = compileRedaction('', [/(a+)+$/]);
    for (let count = 0; count < 1_000; count++) expect(redact(`${'a'.repeat(40)}!`, redaction)).toBe('***');
    expect(redact('harmless', redaction)).toBe('***');
    expect(slowPatterns(redaction)).toHaveLength(1);
  });

  it('masks a text whole if the engine can’t compile the pattern', () => {
    const redaction = compileRedaction('', [/(?:(?:(?:a{1,999}b){1,999}c){1,999}d){1,999}/]);
    expect(redact('abcd', redaction)).toBe('***');
  });

  it.each([
    [/(?<=key: )\w+/, 'key: value', 'key: ***'],
    [/(['"])\w+\1/, 'a "b" c', 'a *** c'],
    [/(?:[A-Za-z0-9+/]{4})+={0,2}/, 'QUJDREVG= end', '*** end'],
  ])('takes %s', (pattern, text, expected) => {
    expect(redact(text, compileRedaction('', [pattern]))).toBe(expected);
  });

  it('a pattern says whether it matches nothing, and may look for the first match only', () => {
    expect([/x*/, /x/].map((pattern) => new TimedPattern(pattern, 'redact[0]').matchesEmpty)).toEqual([true, false]);
    const digits = new TimedPattern(/\d/, 'redact[0]');
    expect(digits.find('a1b2', 'first')).toEqual([{ start: 1, end: 2 }]);
    expect(digits.find('a1b2')).toHaveLength(2);
  });

  it('masks the secret key itself', () => {
    expect(redact('key: c2VjcmV0', compileRedaction('c2VjcmV0', []))).toBe('key: ***');
  });

  it('does not change the pattern of the settings', () => {
    const pattern = stateful(/\d+/g);
    redact('1 2 3', compileRedaction('', [pattern]));
    expect(pattern.lastIndex).toBe(5);
  });
});

function stateful(pattern: RegExp): RegExp {
  pattern.lastIndex = 5;
  return pattern;
}
