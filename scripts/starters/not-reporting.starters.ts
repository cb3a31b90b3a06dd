import { describe, expect, test } from 'vitest';
import { runProject } from './starter.mjs';
import { LONG, useWorkshop } from './use-workshop.js';

const workshop = useWorkshop();

const JEST_TEST = "test('adds', () => { expect(1 + 1).toBe(2); });\n";
const VITEST_TEST = `import { expect, test } from 'vitest';\n${JEST_TEST}`;
const MOCHA_TEST = "it('adds', () => { require('node:assert').strictEqual(1 + 1, 2); });\n";
const PLAYWRIGHT_TEST = `const { expect, test } = require('@playwright/test');\n${JEST_TEST}`;

function manifest(script: string, devDependencies: Record<string, string>): string {
  return JSON.stringify({ private: true, scripts: { test: script }, devDependencies });
}

/** Our lines that say why nothing is reported. */
function said(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('Testpoint: not reporting'));
}

describe('one line says why nothing is reported, and the tests pass', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'Vitest 2',
      {
        'package.json': manifest('vitest run', { vitest: '^2.1.0', '@testpoint/vitest': '*' }),
        'vitest.config.mjs': "export default { test: { reporters: ['default', '@testpoint/vitest'] } };\n",
        'sum.test.mjs': VITEST_TEST,
      },
      'Testpoint: not reporting: Vitest 2.1.9 is too old. @testpoint/vitest works with Vitest 3.2 and newer.',
    ],
    [
      'Jest 28',
      {
        'package.json': manifest('jest', { jest: '^28.0.0', '@testpoint/jest': '*' }),
        'jest.config.js':
          "module.exports = { reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
        'sum.test.js': JEST_TEST,
      },
      'Testpoint: not reporting: Jest 28.1.3 is too old. @testpoint/jest works with Jest 29.0 and newer.',
    ],
    [
      'Mocha 9',
      {
        'package.json': manifest('mocha', { mocha: '^9.0.0', '@testpoint/mocha': '*' }),
        '.mocharc.json': '{ "reporter": "@testpoint/mocha", "require": ["@testpoint/mocha/setup"] }',
        'test/sum.js': MOCHA_TEST,
      },
      'Testpoint: not reporting: Mocha 9.2.2 is too old. @testpoint/mocha works with Mocha 10.0 and newer.',
    ],
    [
      'Jest with the reporter of Mocha',
      {
        'package.json': manifest('jest', { jest: '^29.0.0', '@testpoint/mocha': '*' }),
        'jest.config.js': "module.exports = { reporters: ['default', '@testpoint/mocha'] };\n",
        'sum.test.js': JEST_TEST,
      },
      'Testpoint: not reporting: Jest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/jest with Jest.',
    ],
    [
      'Vitest with the reporter of Jest',
      {
        'package.json': manifest('vitest run', { vitest: '^4.0.0', '@testpoint/jest': '*' }),
        'vitest.config.mjs': "export default { test: { reporters: ['default', '@testpoint/jest'] } };\n",
        'sum.test.mjs': VITEST_TEST,
      },
      'Testpoint: not reporting: Vitest has loaded @testpoint/jest, which is for Jest. Use @testpoint/vitest with Vitest.',
    ],
    [
      'Mocha with the reporter of Vitest',
      {
        'package.json': manifest('mocha', { mocha: '^12.0.0', '@testpoint/vitest': '*' }),
        '.mocharc.json': '{ "reporter": "@testpoint/vitest" }',
        'test/sum.js': MOCHA_TEST,
      },
      'Testpoint: not reporting: Mocha has loaded @testpoint/vitest, which is for Vitest. Use @testpoint/mocha with Mocha.',
    ],
    [
      'Playwright with the reporter of Jest',
      {
        'package.json': manifest('playwright test', { '@playwright/test': '^1.50.0', '@testpoint/jest': '*' }),
        'playwright.config.js': "module.exports = { reporter: [['list'], ['@testpoint/jest']] };\n",
        'sum.spec.js': PLAYWRIGHT_TEST,
      },
      'Testpoint: not reporting: Playwright has loaded @testpoint/jest, which is for Jest. Use @testpoint/playwright with Playwright.',
    ],
  ])('%s', { timeout: LONG }, async (name, files, line) => {
    const { status, output } = await runProject(workshop(), name.split(' ')[0]?.toLowerCase() ?? '', files);
    expect(said(output), output).toEqual([line]);
    expect(status).toBe(0);
    expect(output).not.toMatch(/^\s+at .*testpoint/m);
  });
});
