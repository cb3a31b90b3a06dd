import { describe, expect, test } from 'vitest';
import { dependenciesOn, runProject } from './starter.mjs';
import { LONG, useWorkshop } from './test/use-workshop.js';

const workshop = useWorkshop();

const TEST = "test('adds', () => { expect(1 + 1).toBe(2); });\n";

interface Project {
  /** The framework's package. */
  name: string;
  script: string;
  /** Its files, with a configuration that names a reporter. */
  files(reporter: string): Record<string, string>;
}

const PROJECTS: Record<string, Project> = {
  playwright: {
    name: '@playwright/test',
    script: 'playwright test',
    files: (reporter) => ({
      'playwright.config.js': `module.exports = { reporter: [['list'], ['${reporter}']] };\n`,
      'sum.spec.js': `const { expect, test } = require('@playwright/test');\n${TEST}`,
    }),
  },
  jest: {
    name: 'jest',
    script: 'jest',
    files: (reporter) => ({
      'jest.config.js': `module.exports = ${JSON.stringify({
        reporters: ['default', reporter],
        ...(reporter.endsWith('jest') && { setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
      })};\n`,
      'sum.test.js': TEST,
    }),
  },
  vitest: {
    name: 'vitest',
    script: 'vitest run',
    files: (reporter) => ({
      'vitest.config.mjs': `export default { test: { reporters: ['default', '${reporter}'] } };\n`,
      'sum.test.mjs': `import { expect, test } from 'vitest';\n${TEST}`,
    }),
  },
  mocha: {
    name: 'mocha',
    script: 'mocha',
    files: (reporter) => ({
      '.mocharc.json': JSON.stringify({
        reporter,
        ...(reporter.endsWith('mocha') && { require: ['@testpoint/mocha/setup'] }),
      }),
      'test/sum.js': "it('adds', () => { require('node:assert').strictEqual(1 + 1, 2); });\n",
    }),
  },
};

const old = (name: string, version: string, least: string) =>
  `Testpoint: not reporting: ${name} ${version} is too old. @testpoint/${name.toLowerCase()} works with ${name} ${least} and newer.`;
const foreign = (host: string, name: string) =>
  `Testpoint: not reporting: ${host} has loaded @testpoint/${name.toLowerCase()}, which is for ${name}. ` +
  `Use @testpoint/${host.toLowerCase()} with ${host}.`;

/** Our lines that say why nothing is reported. */
function said(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('Testpoint: not reporting'));
}

describe('one line says why nothing is reported, and the tests pass', () => {
  test.each([
    ['vitest', '^2.1.0', 'vitest', old('Vitest', '2.1.9', '3.2')],
    ['jest', '^28.0.0', 'jest', old('Jest', '28.1.3', '29.0')],
    ['mocha', '^9.0.0', 'mocha', old('Mocha', '9.2.2', '10.0')],
    ['jest', '^29.0.0', 'mocha', foreign('Jest', 'Mocha')],
    ['vitest', '^4.0.0', 'jest', foreign('Vitest', 'Jest')],
    ['mocha', '^12.0.0', 'vitest', foreign('Mocha', 'Vitest')],
    ['playwright', '^1.50.0', 'jest', foreign('Playwright', 'Jest')],
  ])('%s %s with the reporter of %s', { timeout: LONG }, async (framework, version, reporter, line) => {
    const { name, script, files } = PROJECTS[framework] ?? expect.fail(framework);
    const devDependencies = { [name]: version, ...dependenciesOn(`@testpoint/${reporter}`, workshop()) };
    const manifest = { private: true, scripts: { test: script }, devDependencies };
    const { status, output } = await runProject(workshop(), framework, {
      'package.json': JSON.stringify(manifest),
      ...files(`@testpoint/${reporter}`),
    });
    expect(said(output), output).toEqual([line]);
    expect(status).toBe(0);
    expect(output).not.toMatch(/^\s+at .*testpoint/m);
  });
});
