import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandLine, quoted } from './quoting.js';

const WORDS = [
  "it's",
  'a "b"',
  '$HOME',
  '`id`',
  'a\\b',
  '; rm -rf x',
  'two words',
  '',
  '*',
  '!x',
  '(a|b)',
  '# not a comment',
  '~',
  'new\nline',
  '%PATH%',
];

describe('quoting', () => {
  it('each word passes through a POSIX shell unchanged', () => {
    const line = commandLine(['printf', '%s\\0', ...WORDS], 'posix');
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(WORDS);
  });

  it('plain words are not quoted', () => {
    expect(commandLine(['npx', 'jest', 'src/a-b_c.test.ts:12', '--project=x'], 'posix')).toBe(
      'npx jest src/a-b_c.test.ts:12 --project=x',
    );
  });

  it.each([
    ["it's", "'it''s'"],
    ['it’s', "'it’’s'"],
    ['‘a‚b‛', "'‘‘a‚‚b‛‛'"],
    ['$env:X', "'$env:X'"],
    ['a;b', "'a;b'"],
    ['`n', "'`n'"],
    ['', "''"],
    ['plain', 'plain'],
    ['@args', "'@args'"],
  ])('PowerShell gets %s as %s', (word, expected) => {
    expect(quoted(word, 'powershell')).toBe(expected);
  });
});
