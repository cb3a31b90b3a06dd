import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TestFile, TestFileResult } from '../in-test/jest-types.js';
import { SetupLine } from './setup-line.js';

const HERE = dirname(fileURLToPath(import.meta.url));

test.each([
  ['the setup file', [join(HERE, 'setup.cjs')], []],
  ['no file', [], [/add setupFilesAfterEnv/]],
  ['the reporter, as if it were the setup file', [join(HERE, 'index.cjs')], [/add setupFilesAfterEnv/]],
])('setupFilesAfterEnv with %s', (_, setupFilesAfterEnv, notices) => {
  const line = new SetupLine();
  const file = { context: { config: { setupFilesAfterEnv } } } as unknown as TestFile;
  line.end(file, { testResults: [{ status: 'passed' }] } as unknown as TestFileResult, false);
  expect(line.notices()).toEqual(notices.map((notice) => expect.stringMatching(notice)));
});
