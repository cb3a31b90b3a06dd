import type { Dialect } from './suites.js';

const MOCHA: Dialect = { head: 'const test = it;', beforeAll: 'before', hasTwins: true, concurrent: '' };
const JEST: Dialect = {
  head: '',
  beforeAll: 'beforeAll',
  hasTwins: true,
  concurrent: `
test.concurrent('at once 1', async () => ran('concurrent 1'));
test.concurrent('at once 2', async () => ran('concurrent 2', true));
`,
};

export const MOCHA_RUN =
  'node node_modules/mocha/bin/mocha.js --reporter @testpoint/mocha --require @testpoint/mocha/setup';
const JEST_RUN = 'node node_modules/jest/bin/jest.js';
export const jestConfig = (more: object = {}) =>
  JSON.stringify({
    reporters: ['default', ['@testpoint/jest', { report: true }]],
    setupFilesAfterEnv: ['@testpoint/jest/setup'],
    transform: {},
    ...more,
  });

export interface Framework {
  dialect: Dialect;
  modules: Record<string, string>;
  script: string;
  files: (files: Record<string, string>) => Record<string, string>;
}

export const mocha = (version: string, args = ''): Framework => ({
  dialect: MOCHA,
  modules: { mocha: `mocha/node_modules/${version}`, '@testpoint/mocha': 'mocha' },
  script: `${MOCHA_RUN} ${args} test`,
  files: (files) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`test/${name}.js`, text])),
});
export const jest = (version: string, args = ''): Framework => ({
  dialect: JEST,
  modules: { jest: `jest/node_modules/${version}`, '@testpoint/jest': 'jest' },
  script: `${JEST_RUN} ${args}`,
  files: (files) => ({
    'jest.config.json': jestConfig(),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.test.js`, text])),
  }),
});

export const vitest = (args = ''): Framework => ({
  dialect: {
    ...JEST,
    head: "import { beforeAll, describe, test } from 'vitest';",
  },
  modules: { vitest: 'vitest/node_modules/vitest', '@testpoint/vitest': 'vitest' },
  script: `node node_modules/vitest/vitest.mjs run ${args}`,
  files: (files) => ({
    'vitest.config.mjs': "export default { test: { reporters: ['default', '@testpoint/vitest'] } };",
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.test.js`, text])),
  }),
});
const SPARED = ['dots', 'inner', 'a > b c', 'row 2', 'hook of one fails', 'red', 'equal in many', 'fails, too'];
export const playwright = (args = ''): Framework => ({
  dialect: {
    head: `const { test } = require('@playwright/test'); const { describe } = test; globalThis.SPARED = ${JSON.stringify(SPARED)};`,
    beforeAll: 'test.beforeAll',
    hasTwins: false,
    concurrent: '',
    spared: SPARED,
  },
  modules: { '@playwright/test': 'playwright/node_modules/@playwright/test', '@testpoint/playwright': 'playwright' },
  script: `node node_modules/@playwright/test/cli.js test ${args}`,
  files: (files) => ({
    'playwright.config.js': playwrightConfig(),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.spec.js`, text])),
  }),
});
export const playwrightConfig = (more: object = {}) =>
  `module.exports = ${JSON.stringify({ reporter: [['line'], ['@testpoint/playwright']], workers: 2, ...more })};`;
