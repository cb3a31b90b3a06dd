import { join } from 'node:path';
import { type Framework, folderOf, ownFolder } from '../../columns/column.js';
import type { Bench } from '../bench.js';
import type { Chapter } from '../scenario.js';
import { frameworksElsewhere } from './elsewhere/frameworks.js';

const OURS = Object.fromEntries(
  (['playwright', 'jest', 'vitest', 'mocha'] as const).map((name) => [`@testpoint/${name}`, ownFolder(name)]),
);

/** Runs a framework in a folder with these files and all of our packages. */
function run(
  bench: Bench,
  framework: Framework,
  args: readonly string[],
  files: Record<string, string>,
): Promise<string> {
  const name = framework === 'playwright' ? '@playwright/test' : framework;
  const bin = { playwright: 'cli.js', jest: 'bin/jest.js', vitest: 'vitest.mjs', mocha: 'bin/mocha.js' }[framework];
  const folder = folderOf(name, framework);
  const links = { ...OURS, [name]: folder };
  const env = { TMS_CREATE_RUN: '0', TMS_TEST_POINTS: '' };
  return bench.node([join(folder, bin), ...args], { files: { 'package.json': '{}', ...files }, links, env });
}

const jestConfig = (config: object) => ({
  'jest.config.json': JSON.stringify({
    transform: {},
    reporters: ['default', '@testpoint/jest', '@testpoint/mocha'],
    ...config,
  }),
});
const STEP = "const { step } = require('@testpoint/jest/api');\ntest('a', () => step('b', () => {}));\n";

const MISUSES = `
const { attach, externalId, failureReason, link, message, parameter, step, testCase } = require('@testpoint/mocha/api');
message('too early');
before(() => message('whose?'));
let late;
it('first', () => {
  externalId('same');
  step('x');
  void attach('y');
  testCase('abc');
  testCase();
  parameter();
  parameter({}, 1);
  link({});
  link('https://example.com', { type: 'Sun' });
  failureReason('Weather');
  void attach('z', 'text', 'no type');
  late = require('node:async_hooks').AsyncResource.bind(() => message('too late'));
});
it('second', () => externalId('same'));
it('many', () => {
  for (let number = 0; number < 20_001; number++) step('s', () => {});
});
it('third c2VjcmV0LWtleQ==', () => {});
after(() => late());
`;

export const api: Chapter = {
  title: 'Frameworks and test API',
  elsewhere: frameworksElsewhere,
  scenarios: [
    {
      print: (bench) =>
        run(bench, 'mocha', [], {
          '.mocharc.cjs': `module.exports = { reporter: '@testpoint/mocha', require: ['@testpoint/mocha/setup'], spec: 'misuses.cjs',
            reporterOptions: { externalId: (record) => record.titlePath[0] === 'second' ? 'x' : 5 } };`,
          'misuses.cjs': MISUSES,
        }),
      rows: [
        {
          when: 'a call at the top of a file',
          says: 'message() was called outside a test, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.',
        },
        {
          when: 'a call in a hook of several tests',
          says: 'message() was called in a hook that runs for several tests, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.',
        },
        {
          when: 'a call after its test',
          says: 'message() was called after its test had ended, and did nothing. Await everything that the test starts.',
        },
        {
          when: "step('x') without a body",
          says: 'step("x") was called without a function as its last argument, and did nothing.',
        },
        {
          when: "attach('y') without content",
          says: 'attach("y") was called without text, bytes or { path }, and did nothing.',
        },
        {
          when: "testCase('abc')",
          says: 'testCase("abc") was ignored: a test case\'s global id is a whole number.',
          isFact: true,
        },
        { when: 'testCase()', says: 'testCase() was called without a global id, and did nothing.' },
        { when: 'parameter()', says: 'parameter() was called without a name, and did nothing.' },
        { when: 'parameter({}, 1)', says: 'parameter() was called with an object instead of a name, and did nothing.' },
        { when: 'link({})', says: 'link() was called without an object with a url, and did nothing.' },
        {
          when: 'a link of an unknown type',
          says: 'Link type "Sun" is unknown, so https://example.com is sent as Related.',
          isFact: true,
        },
        {
          when: 'an unknown failure reason',
          says: 'Failure reason "Weather" is not sent: the service accepts only ….',
          isFact: true,
        },
        {
          when: 'an attachment with an invalid content type',
          says: 'Attachment "z" has no valid content type, so it is sent as application/octet-stream.',
          isFact: true,
        },
        {
          when: 'a test with too many steps',
          says: 'A test has more than 20,000 steps. The rest ran, but are not shown.',
          isFact: true,
        },
        {
          when: 'two tests with the same external id',
          says: 'Two tests have the external id "same": …, and …. The service keeps only one of their results: give each test its own id.',
        },
        {
          when: 'an externalId function that does not return a string',
          says: 'Option externalId returned a value of type number for the mocha test "misuses.cjs > third …", so its path is its id. Return a non-empty string from the function.',
        },
        {
          when: 'a secret in an external id',
          says: 'External id "…" contains a secret (***), and is sent unchanged: rename the test or give it another id.',
        },
      ],
    },
    {
      print: (bench) =>
        run(bench, 'mocha', [], {
          '.mocharc.cjs':
            "module.exports = { reporter: '@testpoint/mocha', require: ['@testpoint/mocha/setup'], spec: 'same.cjs' };",
          'same.cjs':
            "it('one', () => {});\nit('two', () => require('@testpoint/mocha/api').externalId('same.cjs > one'));\n",
        }),
      rows: [
        {
          when: 'an external id that another test has from its path',
          says: 'Two tests have the external id "same.cjs > one": a test that has it from its path, and same.cjs > two. The service keeps only one of their results: give each test its own id.',
          pieces: ['a test that has it from its path'],
        },
      ],
    },
    {
      print: (bench) =>
        run(bench, 'mocha', [], {
          '.mocharc.cjs': "module.exports = { reporter: '@testpoint/mocha', spec: 'slow.cjs' };",
          'slow.cjs': "it('a'.repeat(40) + '!', () => { throw new Error('a'.repeat(40) + '!'); });",
          'testpoint.config.cjs':
            "module.exports = { redact: [/(a+)+$/], failureReasons: [{ pattern: /(a+)+$/, reason: 'TestDefect' }] };",
        }),
      rows: [
        {
          when: 'a pattern that takes too long',
          says: 'Option redact[0] takes too long to search some texts, so they are masked whole (***). Write it without a repetition of repetitions, like (a+)+.',
        },
        {
          when: 'an external id that such a pattern can’t search',
          says: 'Some external ids could not be searched for secrets in time, and are sent unchanged.',
          isFact: true,
        },
        {
          when: 'a pattern for failure reasons that takes too long',
          says: 'failureReasons[0].pattern takes too long to search some errors, so they get no reason from it.',
          isFact: true,
        },
      ],
    },
    {
      print: (bench) =>
        run(bench, 'mocha', ['--reporter', '@testpoint/mocha', '--reporter-option', 'console=nosuch', 'a.cjs'], {
          'a.cjs': "it('a', () => {});",
        }),
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
        run(bench, 'jest', ['-i', '--ci'], {
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
          says: "Hooks, steps and calls of the test API are not recorded: add setupFilesAfterEnv: ['@testpoint/jest/setup'] to Jest's config.",
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
        run(bench, 'jest', ['-i'], {
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
          says: "Hooks, steps and calls of the test API are not recorded: @testpoint/jest/setup is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.",
        },
      ],
      never: ['called outside a test', 'jest-circus', 'add setupFilesAfterEnv'],
    },
    {
      print: (bench) =>
        run(bench, 'jest', ['-i'], {
          ...jestConfig({ setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
          'a.test.js': "test('a', () => { ;",
        }),
      rows: [{ when: 'a file that does not parse', says: 'a.test.js did not finish', isFact: true }],
      never: ['setupFilesAfterEnv'],
    },
    {
      print: (bench) =>
        run(bench, 'jest', ['-i'], {
          ...jestConfig({ setupFilesAfterEnv: ['@testpoint/jest/setup'] }),
          'a.test.js': "test('a', () => {});\nafterAll(() => { throw new Error('no'); });",
        }),
      rows: [{ when: 'a failed afterAll', says: 'a.test.js failed outside its tests', isFact: true }],
      never: ['called outside a test'],
    },
    {
      print: (bench) =>
        run(bench, 'vitest', ['run'], {
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
        run(bench, 'vitest', ['run'], {
          'vitest.config.mjs': "export default { test: { reporters: ['@testpoint/vitest'] } };",
        }),
      rows: [{ when: 'no test file', says: 'Vitest found no test files.', isFact: true }],
    },
    {
      print: (bench) =>
        run(bench, 'playwright', ['test'], {
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
