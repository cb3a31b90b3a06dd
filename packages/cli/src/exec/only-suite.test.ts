import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnlySuite } from './only-suite.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-only-suite-'));
  const scripts = {
    test: 'cross-env NODE_ENV=test jest --ci',
    e2e: 'npm run e2e:chrome',
    'e2e:chrome': 'playwright test --project chrome',
    all: 'jest && playwright test',
    types: 'tsc && vitest run',
    piped: 'mocha | tee log',
    covered: 'nyc mocha',
    after: 'vitest run',
    postafter: 'rm -r tmp',
    loop: 'npm run loop',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  'jest --ci',
  'node_modules/.bin/vitest run',
  'npx playwright test',
  'npx --no-install mocha spec',
  'node node_modules/jest/bin/jest.js',
  'node --experimental-vm-modules node_modules/jest/bin/jest.js',
  'node node_modules/@playwright/test/cli.js test',
  'FOO=1 mocha',
  'npm test --silent',
  'npm run e2e',
  'npm test -- -w 2',
  'pnpm exec vitest run',
  'pnpm e2e',
  'yarn jest',
])('%s starts a suite and nothing else', (command) => {
  expect(isOnlySuite(command.split(' '), folder)).toBe(true);
});

test.each([
  'npm run all',
  'npm run types',
  'npm run piped',
  'npm run covered',
  'npm run after',
  'npm run loop',
  'npm run missing',
  'npm --workspaces test',
  'npm test --workspaces',
  'npm test -ws',
  'npm test -w a -w b',
  'npm test --workspace=a',
  'npm run test --prefix a',
  'npm test -C a',
  'npx --workspaces jest',
  'pnpm -r test',
  'pnpm test -r',
  'pnpm --filter a test',
  'pnpm run e2e --filter=a',
  'yarn workspaces run test',
  'yarn --cwd a test',
  'make test',
  'node scripts/test.mjs',
  '',
])('%s may start something else', (command) => {
  expect(isOnlySuite(command.split(' '), folder)).toBe(false);
});
