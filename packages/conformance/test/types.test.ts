import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';

/** Next to this file, where packages resolve like for a user. */
const folder = mkdtempSync(join(import.meta.dirname, 'types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STRICT: ts.CompilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [] };
const BUNDLER: ts.CompilerOptions = {
  ...STRICT,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
/** `module: commonjs` with the resolution of TypeScript since 1.6. */
const NODE10: ts.CompilerOptions = {
  ...STRICT,
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  ignoreDeprecations: '6.0',
};

describe('a mistyped option next to a correct one is an error', () => {
  test.each([
    [
      'defineConfig',
      `import { defineConfig } from '@testpoint/jest';`,
      'defineConfig({ batchSize: 7, batchSise: 8 });',
    ],
    [
      'Vitest’s reporter',
      `import { TestpointReporter } from '@testpoint/vitest';`,
      'new TestpointReporter({ batchSize: 7, batchSise: 8 });',
    ],
    [
      'Playwright’s tuple',
      `import type { ReporterEntry } from '@testpoint/playwright';`,
      `['@testpoint/playwright', { maskInput: 'all', batchSize: 7, batchSise: 8 }] satisfies ReporterEntry;`,
    ],
    [
      'Mocha’s options',
      `import type { MochaReporterOptions } from '@testpoint/mocha/config';`,
      `({ console: 'dot', batchSize: 7, batchSise: 8 }) satisfies MochaReporterOptions;`,
    ],
  ])('%s', (_, imports, use) => {
    expect(errorsIn(`${imports}\n${use}`, BUNDLER)).toEqual([expect.stringContaining(`'batchSise'`)]);
    expect(errorsIn(`${imports}\n${use.replace(', batchSise: 8', '')}`, BUNDLER)).toEqual([]);
  });

  test('and so is a value of the wrong kind', () => {
    const config = (options: string) =>
      `import { defineConfig } from '@testpoint/jest';\ndefineConfig({ ${options} });`;
    for (const wrong of [`finish: 'done'`, `batchSize: '7'`, `links: [{ title: 'a' }]`, `testPoints: [1]`]) {
      expect(errorsIn(config(wrong), BUNDLER), wrong).toHaveLength(1);
    }
    const right = `finish: 'stop', testPoints: 'points.json', parameters: { a: 1 }, steps: { api: false }, redact: [/x/]`;
    expect(errorsIn(config(right), BUNDLER)).toEqual([]);
  });
});

test.each<[string, string]>([
  ['@testpoint/playwright', 'PlaywrightOptions'],
  ['@testpoint/jest', 'TestpointOptions'],
  ['@testpoint/vitest', 'TestpointOptions'],
  ['@testpoint/mocha/config', 'MochaReporterOptions'],
  ...['playwright', 'jest', 'vitest', 'mocha'].map((name): [string, string] => [
    `@testpoint/${name}/api`,
    'step, link, testCase',
  ]),
])('%s resolves with module: commonjs', (module, names) => {
  expect(errorsIn(`import { ${names} } from '${module}';\nexport { ${names} };`, NODE10)).toEqual([]);
});

test('link accepts an object, which needs a url', () => {
  const imports = `import { link } from '@testpoint/jest/api';`;
  expect(errorsIn(`${imports}\nlink({ url: 'a.b', title: 'a', type: 'Issue', description: 'b' });`, BUNDLER)).toEqual(
    [],
  );
  expect(errorsIn(`${imports}\nlink({ title: 'a' });`, BUNDLER)).toHaveLength(1);
});

let files = 0;
/** The last program with these options. The next one takes over what it has parsed. */
const programs = new Map<ts.CompilerOptions, ts.Program>();

function errorsIn(source: string, options: ts.CompilerOptions): string[] {
  const file = join(folder, `${++files}.ts`);
  writeFileSync(file, source);
  const program = ts.createProgram([file], options, undefined, programs.get(options));
  programs.set(options, program);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
