import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfigFile } from './config-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test.each([
  ['json', '{ "batchSize": 7 }'],
  ['cjs', 'module.exports = { batchSize: 7 };'],
  ['mjs', 'export default { batchSize: 7 };'],
  ['js', 'module.exports = { batchSize: 7 };'],
  [
    'ts',
    'enum Size { small = 7 }\ninterface X { batchSize: number }\nexport default { batchSize: Size.small } satisfies X;',
  ],
  ['mts', 'const size: number = 7;\nexport default { batchSize: size };'],
])('testpoint.config.%s is loaded synchronously', (extension, content) => {
  const path = write(`testpoint.config.${extension}`, content);
  expect(loadConfigFile([folder])).toEqual({ path, directory: folder, options: { batchSize: 7 }, ignored: [] });
});

test('the first folder that has a config file wins, and there may be none', () => {
  const path = write('testpoint.config.json', '\uFEFF{}');
  expect(loadConfigFile([join(folder, 'nowhere'), folder])).toMatchObject({ path });
  expect(loadConfigFile([join(folder, 'nowhere')])).toBeUndefined();
});

test('other config files are listed as ignored, in the same folder and in the next', () => {
  const path = write('testpoint.config.mjs', 'export default {};');
  const ignored = [write('testpoint.config.json', '{}')];
  expect(loadConfigFile([folder])).toMatchObject({ path, ignored });
  expect(loadConfigFile([join(folder, 'nowhere'), folder, folder])).toMatchObject({ path, ignored });
});

test.each([
  ['testpoint.config.json', '{\n  "batchSize": 7\n  "watch": true\n}', /can't be loaded/, ':3'],
  ['testpoint.config.cjs', 'throw new Error("not today");', /not today/, ':1'],
  ['testpoint.config.cjs', 'module.exports = {\n  batchSize: ]\n};', /Unexpected token/, ':2'],
  ['testpoint.config.mjs', '\nexport default {\n  batchSize: }\n', /Unexpected token/, ':3'],
  ['testpoint.config.mjs', '\n\nthrow new Error("not today");', /not today/, ':3'],
  ['testpoint.config.ts', '\nexport default {\n  batchSize: ]\n', /can't be loaded/, ':3'],
  ['testpoint.config.ts', 'const one: number = 1;\nthrow new Error("not " + one);', /not 1/, ':2'],
  ['testpoint.config.mjs', 'import "./nowhere.js";', /nowhere/, ''],
  ['testpoint.config.cjs', 'module.exports = Promise.resolve({});', /promise/, ''],
  ['testpoint.config.cjs', 'throw "not today";', /not today/, ''],
])('a broken %s (%s) is a setting error, with its line', (name, content, message, line) => {
  const path = write(name, content);
  expect(loadConfigFile([folder])).toMatchObject({
    key: 'config file',
    origin: `file ${path}${line}`,
    message: expect.stringMatching(message),
  });
});

test.each([
  ['mjs', 'export const config = { batchSize: 7 };'],
  ['ts', 'export const config: object = { batchSize: 7 };'],
  ['js', 'exports.config = { batchSize: 7 };'],
])('options that testpoint.config.%s exports under a name are a setting error', (extension, content) => {
  write(`testpoint.config.${extension}`, content);
  expect(loadConfigFile([folder])).toMatchObject({
    key: 'config file',
    message: expect.stringMatching(/^it exports its options as “config”\. Use export default /),
  });
});

test.each([
  ['mjs', 'const config = { batchSize: 7 };'],
  ['ts', 'const config: object = { batchSize: 7 };'],
  ['cjs', 'const config = { batchSize: 7 };'],
  ['js', ''],
])('testpoint.config.%s that exports nothing is a setting error', (extension, content) => {
  write(`testpoint.config.${extension}`, content);
  expect(loadConfigFile([folder])).toMatchObject({
    key: 'config file',
    message: 'it exports nothing. Use export default (in CommonJS module.exports = …), or remove it.',
  });
});

test('the error for top-level await says so', () => {
  write('testpoint.config.mjs', 'await Promise.resolve();\nexport default {};');
  expect(loadConfigFile([folder])).toMatchObject({ message: expect.stringContaining('top-level await') });
});

test.skipIf(process.platform === 'win32').each(['json', 'cjs', 'ts'])(
  'a named pipe at the place of testpoint.config.%s is refused at once',
  (extension) => {
    const path = join(folder, `testpoint.config.${extension}`);
    execFileSync('mkfifo', [path]);
    expect(loadConfigFile([folder])).toMatchObject({ message: expect.stringContaining('is a named pipe') });
  },
);
