import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicSuites } from '@testpoint/frameworks/lab';
import { neededByZod } from '../../vitest/lab/public-suites.js';

export const publicSuites: PublicSuites = {
  version: '1.65.1',
  bare: () => ['--reporter=json'],
  ours: () => ['--reporter=json,@testpoint/playwright'],
  env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
  // Written for Playwright, or for others and running in it.
  suites: [
    {
      name: 'create-playwright',
      source: 'create-playwright@1.17.132',
      needs: ['create-playwright-examples@npm:create-playwright@1.17.0'],
      files: {
        'playwright.config.ts': `
        import { devices } from '@playwright/test';
        const launchOptions = {
          executablePath: process.env.CHROMIUM_PATH,
          args: ['--no-sandbox', '--disable-background-networking'],
        };
        export default {
          fullyParallel: true,
          forbidOnly: true,
          retries: 1,
          workers: 2,
          use: { launchOptions, trace: 'on-first-retry' },
          projects: [
            { name: 'desktop', use: devices['Desktop Chrome'], testMatch: ['assets/demo-*.spec.ts', 'examples/**/*.spec.ts'] },
            { name: 'mobile', use: devices['Pixel 5'], testMatch: ['examples/**/*.spec.ts'] },
          ],
          webServer: [
            { command: 'node ./server', port: 4345, cwd: 'examples' },
            { command: 'node todo-server.cjs', port: 4346 },
          ],
        };`,
        'todo-server.cjs': `
        const page = require('node:fs').readFileSync('todomvc.html');
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        require('node:http').createServer((_, answer) => answer.writeHead(200, headers).end(page)).listen(4346);`,
      },
      // Its tests open a to-do list on the web. Here they open an equivalent one on this machine.
      prepare: (folder, lab) => {
        cpSync(join(lab, 'fixtures/todomvc.html'), join(folder, 'todomvc.html'));
        const examples = join(folder, '../node_modules/create-playwright-examples/assets/examples');
        cpSync(examples, join(folder, 'examples'), { recursive: true });
        const specs = ['assets', 'examples', 'examples/pom'].map((part) => join(folder, part));
        for (const file of specs.flatMap((part) => readdirSync(part).map((name) => join(part, name)))) {
          if (!file.endsWith('.ts')) continue;
          const text = readFileSync(file, 'utf8');
          const onTheWeb = /https:\/\/(?:demo\.playwright\.dev\/todomvc|todomvc\.com\/examples\/vanilla-es6\/)/g;
          writeFileSync(file, text.replace(onTheWeb, 'http://localhost:4346/'));
        }
      },
    },
    {
      name: 'jsx-ast-utils-in-playwright',
      source: 'jsx-ast-utils@3.3.5',
      needs: [...['@babel/parser@7.28.5', 'flow-parser@0.126.1', 'object.entries@1.1.9', 'object.fromentries@2.0.8']],
      files: {
        'playwright.config.ts': `
        import { expect, test } from '@playwright/test';
        Object.assign(globalThis, { expect, describe: test.describe, it: test, beforeEach: test.beforeEach });
        export default { testMatch: ['__tests__/src/*-test.js'], workers: 1 };`,
      },
      prepare: (folder) => distinguishTitles(join(folder, '__tests__/src')),
    },
    {
      name: 'zod-in-playwright',
      source: 'zod@4.6.7',
      needs: neededByZod,
      files: {
        'words.ts': `
        import { expect as expectation, test } from '@playwright/test';
        const passes = () => ({ pass: true, message: () => '' });
        export const expect = expectation.extend({
          toMatchInlineSnapshot: passes,
          toThrowErrorMatchingInlineSnapshot: passes,
        });
        export { test, test as it };
        export const describe = test.describe;
        export const [beforeEach, afterEach, beforeAll, afterAll] = [
          test.beforeEach, test.afterEach, test.beforeAll, test.afterAll,
        ];
        export const vi = undefined;
        const anything = new Proxy(() => anything, { get: () => anything });
        export const [expectTypeOf, assertType] = [anything, anything];`,
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            paths: { vitest: ['./words.ts'], 'zod/v4': ['./src/v4/index.ts'], 'zod/v3': ['./src/v3/index.ts'] },
          },
        }),
        'playwright.config.ts': `export default { testMatch: ['src/v4/classic/tests/*.test.ts'], workers: 1 };`,
      },
      prepare: (folder) => distinguishTitles(join(folder, 'src/v4/classic/tests')),
    },
  ],
};

/** Numbers the tests, because Playwright rejects a file with duplicate titles. Removes files that use `each`, which it lacks. */
function distinguishTitles(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /[.-]test\.[jt]s$/.test(one))) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (/\b(it|test|describe)\.each\b/.test(text)) rmSync(file);
    else
      writeFileSync(
        file,
        text
          .split('\n')
          .map((line, index) => line.replace(/\b((?:it|test)\(['"`])/, `$1${index + 1}: `))
          .join('\n'),
      );
  }
}
