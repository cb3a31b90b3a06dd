import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { run } from '../../../scripts/processes.mjs';
import { root } from '../../../scripts/projects.mjs';
import { docsPages, typeScriptBlocks } from '../../cli/test/documentation/blocks.js';

/** Next to this file, where packages resolve as they do for a user. */
const folder = mkdtempSync(join(import.meta.dirname, 'types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STRICT = { strict: true, noEmit: true, skipLibCheck: true };
const BUNDLER = { ...STRICT, types: ['node'], module: 'esnext', moduleResolution: 'bundler' };
/** `module: commonjs` with the module resolution that TypeScript introduced in 1.6, and version 7 has removed. */
const NODE10 = { ...STRICT, types: [], module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' };

/** Correct uses of an option, each with a mistyped one after it. */
const MISTYPED: Record<string, [imports: string, use: string]> = {
  defineConfig: [`import { defineConfig } from '@testpoint/jest';`, 'defineConfig({ batchSize: 7, batchSise: 8 });'],
  'Vitest’s reporter': [
    `import { TestpointReporter } from '@testpoint/vitest';`,
    'new TestpointReporter({ batchSize: 7, batchSise: 8 });',
  ],
  'Playwright’s tuple': [
    `import type { ReporterEntry } from '@testpoint/playwright';`,
    `['@testpoint/playwright', { maskInput: 'all', batchSize: 7, batchSise: 8 }] satisfies ReporterEntry;`,
  ],
  'Mocha’s options': [
    `import type { MochaReporterOptions } from '@testpoint/mocha/config';`,
    `({ console: 'dot', batchSize: 7, batchSise: 8 }) satisfies MochaReporterOptions;`,
  ],
};
/** Options, each with a value of the wrong type. */
const WRONG = [`finish: 'done'`, `batchSize: '7'`, `links: [{ title: 'a' }]`, `testPoints: [1]`];
const RIGHT = `finish: 'stop', testPoints: 'points.json', parameters: { a: 1 }, steps: { api: false }, redact: [/x/]`;
const LINKS = { right: `{ url: 'a.b', title: 'a', type: 'Issue', description: 'b' }`, wrong: `{ title: 'a' }` };
const EXPORTS: [module: string, names: string][] = [
  ['@testpoint/playwright', 'PlaywrightOptions'],
  ['@testpoint/jest', 'TestpointOptions'],
  ['@testpoint/vitest', 'TestpointOptions'],
  ['@testpoint/mocha/config', 'MochaReporterOptions'],
  ...['playwright', 'jest', 'vitest', 'mocha'].map((name): [string, string] => [
    `@testpoint/${name}/api`,
    'step, link, testCase',
  ]),
];

/** A package of examples that is not installed here. */
const MISSING = "declare module 'playwright-bdd';";
/** Mocha's types are not installed here. */
const MOCHA = 'declare function it(title: string, body: () => unknown): void;';
const documented = (block: string) => (block.includes('@testpoint/mocha/api') ? `${block}\n${MOCHA}` : block);
const BLOCKS = docsPages().flatMap((page) => typeScriptBlocks(page).map((block): [string, string] => [page, block]));

const withoutTypo = (use: string) => use.replace(', batchSise: 8', '');
const configured = (options: string) =>
  `import { defineConfig } from '@testpoint/jest';\ndefineConfig({ ${options} });`;
const linked = (given: string) => `import { link } from '@testpoint/jest/api';\nlink(${given});`;
const reexported = ([module, names]: [string, string]) => `import { ${names} } from '${module}';\nexport { ${names} };`;

/** Errors by source. The compiler reads every package's types only once for all sources with the same options. */
let bundled: Map<string, string[]>;
let node10: Map<string, string[]>;
beforeAll(async () => {
  const typos = Object.values(MISTYPED).flatMap(([imports, use]) => [
    `${imports}\n${use}`,
    `${imports}\n${withoutTypo(use)}`,
  ]);
  const uses = [...typos, ...[...WRONG, RIGHT].map(configured), ...Object.values(LINKS).map(linked)];
  bundled = await compiled([...uses, ...BLOCKS.map(([, block]) => documented(block))], 'typescript-7', BUNDLER);
  if (IS_LONG) node10 = await compiled(EXPORTS.map(reexported), 'typescript', NODE10);
});

describe('a mistyped option next to a correct one is an error', () => {
  test.each(Object.entries(MISTYPED))('%s', (_, [imports, use]) => {
    expect(bundled.get(`${imports}\n${use}`)).toEqual([expect.stringContaining(`'batchSise'`)]);
    expect(bundled.get(`${imports}\n${withoutTypo(use)}`)).toEqual([]);
  });

  test('a value of the wrong type is an error', () => {
    for (const wrong of WRONG) expect(bundled.get(configured(wrong)), wrong).toHaveLength(1);
    expect(bundled.get(configured(RIGHT))).toEqual([]);
  });
});

test.runIf(IS_LONG).each(EXPORTS)('%s resolves with module: commonjs', (...exported) => {
  expect(node10.get(reexported(exported))).toEqual([]);
});

test.each(BLOCKS)('the example in %s compiles', (_, block) => {
  expect(bundled.get(documented(block))).toEqual([]);
});

test('link accepts an object, which needs a url', () => {
  expect(bundled.get(linked(LINKS.right))).toEqual([]);
  expect(bundled.get(linked(LINKS.wrong))).toHaveLength(1);
});

/** Compiles each source as a separate file. @returns the messages of its errors, by source */
async function compiled(
  sources: readonly string[],
  compiler: string,
  compilerOptions: object,
): Promise<Map<string, string[]>> {
  const names = sources.map((_, index) => `${compiler}-${index}.ts`);
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), sources[index] ?? '');
  writeFileSync(join(folder, 'missing.d.ts'), MISSING);
  const project = join(folder, `${compiler}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [...names, 'missing.d.ts'] }));
  const program = join(root, 'node_modules', compiler, 'bin/tsc');
  const { stdout } = await run(process.execPath, [program, '--project', project, '--pretty', 'false'], { cwd: folder });
  const errors = new Map(sources.map((source): [string, string[]] => [source, []]));
  for (const line of stdout.split(/\r?\n/).filter((text) => /^\S/.test(text))) {
    const [, file = '', message = ''] = /^(.*?)\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
    const found = errors.get(sources[names.indexOf(basename(file))] ?? '');
    if (found === undefined) throw new Error(line);
    found.push(message);
  }
  return errors;
}
