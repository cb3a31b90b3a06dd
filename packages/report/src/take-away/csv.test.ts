import { expect, it } from 'vitest';
import { csvOf } from './csv.js';

it('quotes what would end a cell, and no cell is a formula', () => {
  const rows = [
    ['title', 'ms'],
    ['say "hi", then\nleave', 12],
    ['=HYPERLINK("x")', -1],
    ['plain', 0],
  ];
  expect(csvOf(rows)).toBe('title,ms\r\n"say ""hi"", then\nleave",12\r\n"\'=HYPERLINK(""x"")",-1\r\nplain,0\r\n');
});
