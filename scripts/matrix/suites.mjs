// The same small suite for each framework: its files, and the results that the service must have afterwards.

/** The outcome of every test by title, the same in every suite. */
export const expected = {
  'passes with steps': 'Passed',
  fails: 'Failed',
  'is skipped': 'Skipped',
  'passes on the second attempt': 'Passed',
};

const VITEST_SUITE = suite('vitest', "import { beforeEach, describe, test } from 'vitest';", { module: true });

/**
 * For each framework, its package, further packages, and the files and the command of the suite. The first file is the
 * configuration, to which `testpoint init` adds the reporter.
 */
export const suites = {
  playwright: {
    package: '@playwright/test',
    files: {
      'playwright.config.js': `module.exports = { testDir: '.', retries: 1, workers: 1, reporter: 'line' };`,
      'suite.spec.js': suite('playwright', "const { test } = require('@playwright/test');", {
        group: 'test.describe',
        before: 'test.beforeEach',
        isFirst: 'test.info().retry === 0',
      }),
    },
    command: ['@playwright/test/cli.js', 'test'],
  },
  jest: {
    package: 'jest',
    files: {
      'jest.config.js': `module.exports = { testMatch: ['**/suite.spec.js'] };`,
      'suite.spec.js': suite('jest', 'jest.retryTimes(1);'),
    },
    command: ['jest/bin/jest.js'],
  },
  vitest: {
    package: 'vitest',
    files: {
      'vitest.config.mjs': `export default { test: { include: ['suite.spec.mjs'], retry: 1 } };`,
      'suite.spec.mjs': VITEST_SUITE,
    },
    command: ['vitest/vitest.mjs', 'run'],
  },
  'vitest browser': {
    package: 'vitest',
    reporter: 'vitest',
    // The provider has a package of its own since Vitest 4.
    others: (version) => [
      version.startsWith('3') ? `@vitest/browser@${version}` : `@vitest/browser-playwright@${version}`,
      'playwright',
    ],
    files: {
      'vitest.config.mjs': `import { createRequire } from 'node:module';
const launch = { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-background-networking'] };
const isOld = createRequire(import.meta.url)('vitest/package.json').version.startsWith('3');
const provider = isOld ? 'playwright' : (await import('@vitest/browser-playwright')).playwright({ launchOptions: launch });
const instances = [{ browser: 'chromium', ...(isOld && { launch }) }];
const browser = { enabled: true, headless: true, screenshotFailures: false, provider, instances };
export default { test: { include: ['suite.spec.mjs'], retry: 1, browser } };`,
      'suite.spec.mjs': VITEST_SUITE,
    },
    command: ['vitest/vitest.mjs', 'run'],
  },
  mocha: {
    package: 'mocha',
    files: {
      '.mocharc.json': '{ "spec": ["suite.spec.js"], "retries": 1, "reporter": "dot" }',
      'suite.spec.js': suite('mocha', 'const test = it;'),
    },
    command: ['mocha/bin/mocha.js'],
  },
};

function suite(framework, head, options = {}) {
  const { group = 'describe', before = 'beforeEach', isFirst = 'attempts++ === 0', module = false } = options;
  const api = `@testpoint/${framework}/api`;
  const step = (title, body) => `await step('${title}', async () => { ${body} });`;
  return `${head}
${module ? `import { parameter, step } from '${api}';` : `const { parameter, step } = require('${api}');`}
let attempts = 0;
${before}(async () => { ${step('prepare', '')} });
test('passes with steps', async () => {
  parameter('size', { wide: true });
  ${step('outer', step('inner', ''))}
});
${group}('in a group', () => {
  test('fails', async () => { throw new Error('as it should'); });
});
test.skip('is skipped', async () => {});
test('passes on the second attempt', async () => { if (${isFirst}) throw new Error('not yet'); });
`;
}
