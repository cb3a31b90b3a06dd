import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TestFile, TestFileResult } from '../in-test/jest-types.js';
import { SetupLine } from './setup-line.js';

const HERE = dirname(fileURLToPath(import.meta.url));

test.each([
  ['the setup file', [join(HERE, 'setup.cjs')], 1, []],
  ['no file', [], 1, [/add setupFilesAfterEnv/]],
  ['no file, in a project of another runner', [], undefined, []],
  [
    'the setup file, in a project of another runner',
    [join(HERE, 'setup.cjs')],
    undefined,
    [/: they need jest-circus, and @a\/b runs/],
  ],
  ['the reporter, as if it were the setup file', [join(HERE, 'index.cjs')], 1, [/add setupFilesAfterEnv/]],
])('setupFilesAfterEnv with %s', (_, setupFilesAfterEnv, invocations, notices) => {
  const line = new SetupLine();
  const file = {
    context: { config: { setupFilesAfterEnv, runner: '/x/node_modules/@a/b/src/index.js' } },
  } as unknown as TestFile;
  const result = { testResults: [{ ancestorTitles: [], status: 'passed', invocations }] } as unknown as TestFileResult;
  line.end(file, '', result, false);
  expect(line.notices()).toEqual(notices.map((notice) => expect.stringMatching(notice)));
});

test('a notice names five projects, and counts the others', () => {
  const line = new SetupLine();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    const file = { context: { config: { id } } } as unknown as TestFile;
    const result = { testResults: [{ ancestorTitles: [], status: 'passed', invocations: 1 }] };
    line.end(file, `[${id}]`, result as unknown as TestFileResult, false);
  }
  expect(line.notices()).toEqual([expect.stringContaining(' in [a], [b], [c], [d], [e] and 2 other projects: add')]);
});
