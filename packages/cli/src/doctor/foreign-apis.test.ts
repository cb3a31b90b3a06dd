import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jest } from '../init/frameworks/jest.js';
import { foreignApis } from './foreign-apis.js';

const FOREIGN = "import '@testpoint/mocha/api';\n";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'testpoint-foreign-apis-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('examines a limited number of files, also in a single large folder', () => {
  for (let number = 0; number < 12; number++) writeFileSync(join(root, `${number}.test.js`), FOREIGN);
  expect(foreignApis(root, [jest], 10)).toHaveLength(10);
});

it.runIf(process.platform === 'linux')('skips a file that can’t be read', () => {
  writeFileSync(join(root, 'readable.test.js'), FOREIGN);
  // The name of a folder above it grows until the path of the file, but not the path of its folder, is too long for the system.
  const top = join(root, 'top');
  const folder = join(top, ...Array.from({ length: 18 }, () => 'f'.repeat(200)));
  const file = join(folder, `${'f'.repeat(180)}.test.js`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, FOREIGN);
  const longer = join(root, 'f'.repeat('top'.length + 4_096 - file.length));
  renameSync(top, longer);
  try {
    expect(foreignApis(root, [jest])).toMatchObject([{ file: 'readable.test.js' }]);
  } finally {
    // Otherwise, nothing can delete the file.
    renameSync(longer, top);
  }
});
