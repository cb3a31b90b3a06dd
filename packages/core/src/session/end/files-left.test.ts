import { expect, test } from 'vitest';
import { type FilesLeft, reportFilesLeft } from './files-left.js';

const WHY = 'The process exited.';
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.test.ts`);

test.each<[string, FilesLeft, [string, string?][]]>([
  ['none', { unfinished: [], unrun: 0 }, []],
  ['one that began', { unfinished: names(1), unrun: 0 }, [['0.test.ts did not finish', WHY]]],
  [
    'two that began, and two others',
    { unfinished: names(2), unrun: 2 },
    [[`2 test files did not finish. ${WHY}`, '0.test.ts\n1.test.ts'], [`2 test files were not run. ${WHY}`]],
  ],
  [
    'eight that never began',
    { unfinished: [], unrun: names(8) },
    [[`8 test files were not run. ${WHY}`, names(8).join('\n')]],
  ],
  [
    'nine that never began',
    { unfinished: [], unrun: names(9) },
    [[`9 test files were not run. ${WHY}`, `${names(7).join('\n')}\nand 2 more`]],
  ],
])('files left are counted and named: %s', (_, left, problems) => {
  const seen: [string, string?][] = [];
  const problem = (title: string, detail?: string) => seen.push(detail === undefined ? [title] : [title, detail]);
  reportFilesLeft({ problem, leftUnrun: () => {} }, left, WHY);
  expect(seen).toEqual(problems);
});
