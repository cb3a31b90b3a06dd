// Twenty new projects, as they are after the first chapter of each framework's guide.

/** How packages are installed, and how modules are written. Each framework is tried with each layout. */
export const layouts = {
  npm: { manager: 'npm' },
  'pnpm strict': {
    manager: 'pnpm',
    files: { 'pnpm-workspace.yaml': 'hoist: false\nstrictPeerDependencies: true\nstrictDepBuilds: false\n' },
  },
  "Yarn Plug'n'Play": { manager: 'yarn', files: { '.yarnrc.yml': 'nodeLinker: pnp\n', 'yarn.lock': '' } },
  'TypeScript, CommonJS': { manager: 'npm', typescript: 'commonjs' },
  'TypeScript, ES modules': { manager: 'npm', typescript: 'esm' },
};

const TYPESCRIPT = '^5.9.0';
const SUM = 'module.exports = (a, b) => a + b;\n';
const TYPED_SUM = 'export const sum = (a: number, b: number): number => a + b;\n';

/** For each framework, its project in a layout. Every suite has two passing tests. */
export const frameworks = {
  playwright: ({ typescript }) => {
    const extension = typescript ? 'ts' : 'js';
    const load = (names) =>
      typescript ? `import { ${names} } from '@playwright/test';` : `const { ${names} } = require('@playwright/test');`;
    const config = playwrightConfig(load('defineConfig'), typescript ? 'export default' : 'module.exports =');
    return {
      devDependencies: { '@playwright/test': '^1.50.0', ...(typescript && { '@types/node': '^20.0.0' }) },
      test: 'playwright test',
      files: {
        [`playwright.config.${extension}`]: config,
        [`tests/example.spec.${extension}`]: `${load('expect, test')}
test('adds', async () => { expect(1 + 2).toBe(3); });
test('multiplies', async () => { expect(2 * 3).toBe(6); });
`,
      },
    };
  },
  jest: ({ typescript, manager }) => {
    if (typescript === undefined) {
      return {
        // Jest 30 has its own resolver, with a package for each system, which Yarn needs to know.
        devDependencies: { jest: manager === 'yarn' ? '^29.7.0' : '^30.0.0' },
        test: 'jest',
        files: { 'sum.js': SUM, 'sum.test.js': `const sum = require('./sum');\n${sumTests}` },
      };
    }
    const isModule = typescript === 'esm';
    return {
      devDependencies: { jest: '^30.0.0', 'ts-jest': '^29.4.0', typescript: TYPESCRIPT, '@types/jest': '^30.0.0' },
      test: isModule ? 'node --experimental-vm-modules node_modules/jest/bin/jest.js' : 'jest',
      files: {
        'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
        'jest.config.js': jestConfig(isModule),
        'sum.ts': TYPED_SUM,
        'sum.test.ts': `import { sum } from './sum${isModule ? '.js' : ''}';\n${sumTests}`,
      },
    };
  },
  vitest: ({ typescript }) => ({
    devDependencies: { vitest: '^4.0.0', ...(typescript && { typescript: TYPESCRIPT }) },
    test: 'vitest run',
    files: {
      ...(typescript && {
        'tsconfig.json': tsconfig('esnext', 'bundler'),
        'vite.config.ts': `/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  test: {
    globals: false,
  },
});
`,
      }),
      [typescript ? 'sum.ts' : 'sum.mjs']: TYPED_SUM.replaceAll(typescript ? '' : ': number', ''),
      [typescript ? 'sum.test.ts' : 'sum.test.mjs']:
        `import { expect, test } from 'vitest';\nimport { sum } from './sum${typescript ? '' : '.mjs'}';\n${sumTests}`,
    },
  }),
  mocha: ({ typescript }) => {
    const assert = typescript ? "import assert from 'node:assert';\n" : "const assert = require('node:assert');\n";
    const tests = `describe('Array', () => {
  it('finds what is there', () => { assert.strictEqual([1, 2, 3].indexOf(3), 2); });
  it('does not find what is not', () => { assert.strictEqual([1, 2, 3].indexOf(4), -1); });
});
`;
    if (typescript === undefined) {
      return { devDependencies: { mocha: '^11.0.0' }, test: 'mocha', files: { 'test/test.js': assert + tests } };
    }
    const isModule = typescript === 'esm';
    return {
      devDependencies: {
        mocha: '^11.0.0',
        tsx: '^4.20.0',
        typescript: TYPESCRIPT,
        '@types/mocha': '^10.0.0',
        '@types/node': '^20.0.0',
      },
      test: 'mocha',
      files: {
        'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
        '.mocharc.yml': '# where the tests are\nspec: test/**/*.ts\nrequire: tsx\n',
        'test/array.spec.ts': assert + tests,
      },
    };
  },
};

const sumTests = `
test('adds 1 and 2', () => { expect(sum(1, 2)).toBe(3); });
test('adds 2 and 3', () => { expect(sum(2, 3)).toBe(5); });
`;

function playwrightConfig(head, exported) {
  return `${head}

/**
 * See https://playwright.dev/docs/test-configuration.
 */
${exported} defineConfig({
  testDir: './tests',
  /* Run tests in files in parallel */
  fullyParallel: true,
  /* Retry on CI only */
  retries: process.env.CI ? 2 : 0,
  /* Reporter to use. See https://playwright.dev/docs/test-reporters */
  reporter: 'line',
  use: {
    /* Base URL to use in actions like \`await page.goto('')\`. */
    // baseURL: 'http://localhost:3000',
    trace: 'on-first-retry',
  },
});
`;
}

function jestConfig(isModule) {
  return isModule
    ? `import { createDefaultEsmPreset } from 'ts-jest';

const { transform, extensionsToTreatAsEsm } = createDefaultEsmPreset();

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  transform,
  extensionsToTreatAsEsm,
  moduleNameMapper: { '^(\\\\.{1,2}/.*)\\\\.js$': '$1' },
};
`
    : `const { createDefaultPreset } = require("ts-jest");

const tsJestTransformCfg = createDefaultPreset().transform;

/** @type {import("jest").Config} **/
module.exports = {
  testEnvironment: "node",
  transform: {
    ...tsJestTransformCfg,
  },
};
`;
}

function tsconfig(module, moduleResolution) {
  const compilerOptions = {
    target: 'es2022',
    module,
    moduleResolution,
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
  };
  return `${JSON.stringify({ compilerOptions }, null, 2)}\n`;
}
