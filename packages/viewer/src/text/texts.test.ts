import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';
import { missingSentence } from './missing.js';
import { withoutMessage } from './stack.js';
import { visible } from './visible.js';

describe('visible', () => {
  it.each([
    ['photo\u202Egpj.exe', 'photo‹U+202E›gpj.exe'],
    ['a\u0000b\u001b[31m\u007f', 'a␀b␛[31m␡'],
    ['line\r\nnext\tcell', 'line\nnext\tcell'],
    ['alone\rreturn', 'alone␍return'],
    ['👩‍💻 שלום مرحبا', '👩‍💻 שלום مرحبا'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

describe('differences', () => {
  const lines = (expected: string, actual: string) =>
    differences(expected, actual)?.map(({ kind, pieces, skipped }) =>
      kind === 'gap'
        ? `… ${skipped}`
        : `${kind[0]} ${pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')}`,
    );

  it('marks the changed words of changed lines', () => {
    expect(lines('a\nx = 1\nb', 'a\nx = 2\nb')).toEqual(['s a', 'e x = [1]', 'a x = [2]', 's b']);
  });

  it('a last line without a line break equals one with a line break', () => {
    expect(lines('a', 'a\nb')).toEqual(['s a', 'a b']);
  });

  it('leaves out long runs of equal lines', () => {
    const same = Array.from({ length: 20 }, (_, index) => `${index}`).join('\n');
    expect(lines(`${same}\nx`, `${same}\ny`)).toEqual(['… 17', 's 17', 's 18', 's 19', 'e [x]', 'a [y]']);
  });

  it('does not compare texts that are too long', () => {
    expect(differences('a'.repeat(300_000), 'b'.repeat(300_000))).toBeUndefined();
  });
});

describe('a missing attachment', () => {
  it.each([
    [undefined, 'The content is not in this report.'],
    ['', 'The content is not in this report.'],
    ['it was not kept', 'Attachment missing: it was not kept.'],
    [
      "ENOENT: no such file or directory, open '/a'",
      "Attachment missing: ENOENT: no such file or directory, open '/a'.",
    ],
    ['Check the url (TMS_URL).', 'Attachment missing: Check the url (TMS_URL).'],
    ['Is the package being reinstalled?', 'Attachment missing: Is the package being reinstalled?'],
  ])('because of %j says %j', (why, sentence) => {
    expect(missingSentence(why)).toBe(sentence);
  });
});

describe('a stack without its message', () => {
  it('has only the frames', () => {
    expect(withoutMessage('Error: no\n    at a.ts:1', 'Error: no')).toBe('    at a.ts:1');
    expect(withoutMessage('Error: no\n    at a.ts:1', 'Context: Error: no')).toBe('    at a.ts:1');
  });

  it('keeps text that is not in the message', () => {
    expect(withoutMessage('Error: other\n    at a.ts:1', 'Error: no')).toBe('Error: other\n    at a.ts:1');
    expect(withoutMessage('Error: no', 'Error: no')).toBe('');
  });
});
