import type { Chapter } from '../scenario.js';
import { frameworksElsewhere } from './elsewhere/frameworks.js';
import { runFramework } from './run-framework.js';
import { testApi } from './test-api.js';

const jestConfig = (config: object) => ({
  'jest.config.json': JSON.stringify({
    transform: {},
    reporters: ['default', '@testpoint/jest', '@testpoint/mocha'],
    ...config,
  }),
});
const STEP = "const { step } = require('@testpoint/jest/api');\ntest('a', () => step('b', () => {}));\n";

export const api: Chapter = {
  title: 'Frameworks and test API',
  elsewhere: frameworksElsewhere,
  scenarios: [
    ...testApi,
    {
      print: (bench) =>
        runFramework(
          bench,
          'mocha',
          ['--reporter', '@testpoint/mocha', '--reporter-option', 'console=nosuch', 'a.cjs'],
          {
            'a.cjs': "it('a', () => {});",
          },
        ),
      rows: [
        {
          when: 'Mocha without the setup file',
          says: 'Not recorded: steps, attachments and parameters. To record them: mocha --require @testpoint/mocha/setup',
          pieces: ['start and end of tests and hooks, steps, attachments, parameters, and tests that did not run'],
        },
        {
          when: 'option console does not name a reporter',
          says: "Testpoint: Option console: … can't be loaded (…), so spec is used instead",
          isFact: true,
        },
      ],
      never: ['called outside a test'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'jest', ['-i', '--ci'], {
          ...jestConfig({}),
          'a.test.js': STEP,
          '__snapshots__/a.test.js.snap':
            '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `1`;\n',
        }),
      rows: [
        {
          when: 'snapshots of deleted tests',
          says: 'Obsolete snapshots fail the run',
          isFact: true,
          todo: 'Remove them with jest -u.',
        },
        {
          when: 'Jest without the setup line',
          says: "Hooks, steps and calls of the test API are not recorded…: add setupFilesAfterEnv: ['@testpoint/jest/setup'] to Jest's config.",
        },
        {
          when: 'a reporter for another framework',
          says: 'Testpoint: not reporting: Jest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/jest with Jest.',
        },
      ],
      never: ['called outside a test', 'is in setupFiles'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'jest', ['-i'], {
          ...jestConfig({ setupFiles: ['@testpoint/jest/setup'], reporters: ['@testpoint/jest', '@testpoint/jest'] }),
          'a.test.js': STEP,
        }),
      rows: [
        {
          when: 'a reporter that is listed twice',
          says: 'Testpoint: this reporter is listed twice for the same run and service, so the second one stays off. List it once, or give each its own run (testRunId)',
        },
        {
          when: 'the setup line in setupFiles',
          says: "Hooks, steps and calls of the test API are not recorded…: @testpoint/jest/setup is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.",
        },
      ],
      never: ['called outside a test', 'jest-circus', 'add setupFilesAfterEnv'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'jest', ['-i'], {
          ...jestConfig({ setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
          'a.test.js': "test('a', () => { ;",
        }),
      rows: [{ when: 'a file that does not parse', says: 'a.test.js did not finish', isFact: true }],
      never: ['setupFilesAfterEnv'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'jest', ['-i'], {
          ...jestConfig({ setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
          'a.test.js': "test('a', () => {});\nafterAll(() => { throw new Error('no'); });",
        }),
      rows: [{ when: 'a failed afterAll', says: 'a.test.js failed outside its tests', isFact: true }],
      never: ['called outside a test'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'vitest', ['run'], {
          'vitest.config.mjs':
            "export default { test: { reporters: ['default', '@testpoint/vitest', '@testpoint/playwright', { concurrency: 2 }] } };",
          'a.test.mjs': "import { test } from 'vitest';\ntest('a', () => {});",
        }),
      rows: [
        {
          when: 'options that are not in one list with the reporter',
          says: "Testpoint: options beside a reporter in test.reporters have no effect. Put both in one list: ['@testpoint/vitest', { … }].",
        },
        {
          when: 'Playwright’s reporter in Vitest',
          says: 'Testpoint: not reporting: Vitest has loaded @testpoint/playwright, which is for Playwright. Use @testpoint/vitest with Vitest.',
        },
      ],
      never: ['called outside a test'],
    },
    {
      print: (bench) =>
        runFramework(bench, 'vitest', ['run'], {
          'vitest.config.mjs': "export default { test: { reporters: ['@testpoint/vitest'] } };",
        }),
      rows: [{ when: 'no test file', says: 'Vitest found no test files.', isFact: true }],
    },
    {
      print: (bench) =>
        runFramework(bench, 'playwright', ['test'], {
          'playwright.config.js':
            "module.exports = { reporter: [['list'], ['@testpoint/playwright'], ['@testpoint/jest']] };",
          'a.spec.js': `const { test } = require('@playwright/test');
require('@testpoint/playwright/api').message('too early');
test('a', () => {});`,
        }),
      rows: [
        {
          when: 'a call at the top of a file in Playwright',
          says: 'message() was called outside a test, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.',
        },
        {
          when: 'Jest’s reporter in Playwright',
          says: 'Testpoint: not reporting: Playwright has loaded @testpoint/jest, which is for Jest. Use @testpoint/playwright with Playwright.',
        },
      ],
    },
  ],
};
