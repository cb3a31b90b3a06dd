import { describe, expect, it } from 'vitest';
import { Recorded } from './recorded.js';

const LINES = [
  '{"kind":"session","line":0,"crc":"8fea342c"}',
  '{"kind":"note","text":"one","line":1,"crc":"1a2b3c4d"}',
];
const [SESSION, NOTE] = LINES;

describe('half a line with a change in it', () => {
  const recorded = new Recorded({ name: 'two lines', directory: '', lines: LINES, sent: new Set() });
  const isSpoiled = (journal: string) => recorded.remainsIn(Buffer.from(journal)).isSpoiled;

  it.each([
    ['before an intact line', `{"kind":"note","\ufeff${SESSION}\n${NOTE}\n`, false],
    ['in the line before an intact one', `${SESSION}\n{"kind":"note","tXxt\n${NOTE}\n`, false],
    ['at the end', `${SESSION}\n{"kind":"note","tXxt`, false],
    ['at the end, with a line end', `${SESSION}\n{"kind":"note","tXxt\n`, true],
    ['without its beginning', `${SESSION}\n"kind":"note","text\n${NOTE}\n`, true],
  ])('is damage only if nothing shows whether its line was written again: %s', (_, journal, expected) => {
    expect(isSpoiled(journal)).toBe(expected);
  });
});
