import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FrameworkName as Framework, frameworks } from '@testpoint/frameworks';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { writeProject } from '../../../scripts/projects.mjs';
import { folderOf, ownFolder, programOf } from '../src/column.js';
import { run } from '../src/processes.js';

/** Reporters, setup files and the test API where they can't work: what we say, and nothing misleading. */

const root = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-misuses-')));
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

/** Calls of the test API that do nothing. */
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
const STEP = "const { step } = require('@testpoint/jest/api');\ntest('a', () => step('b', () => {}));\n";
/** A service that does not answer, so that results are recorded and wait. */
const SETTINGS = {
  TMS_URL: 'http://127.0.0.1:9',
  TMS_SECRET_KEY: 'c2VjcmV0LWtleQ==',
  TMS_CONFIGURATION_ID: '0f8fad5b-d9cb-469f-a165-70867728950e',
  TMS_CREATE_RUN: '0',
};
const CALL_IT = 'Call it in a test, or in a beforeEach or afterEach hook.';

const jestConfig = (config: object) => ({
  'jest.config.json': JSON.stringify({ transform: {}, reporters: ['default', '@testpoint/jest'], ...config }),
});

type Misuse = [string, Framework, string, Record<string, string>, string[], string[]?];

const MISUSED: Misuse[] = [
  [
    'calls of the test API in vain',
    'mocha',
    'misuses.cjs',
    {
      '.mocharc.cjs': `module.exports = { reporter: '@testpoint/mocha', require: ['@testpoint/mocha/setup'],
          reporterOptions: { externalId: (record) => record.titlePath[0] === 'second' ? 'x' : 5 } };`,
      'misuses.cjs': MISUSES,
    },
    [
      `message() was called outside a test, and did nothing. ${CALL_IT}`,
      `message() was called in a hook that runs for several tests, and did nothing. ${CALL_IT}`,
      'message() was called after its test had ended, and did nothing. Await everything that the test starts.',
      'step("x") was called without a function as its last argument, and did nothing.',
      'attach("y") was called without text, bytes or { path }, and did nothing.',
      'testCase("abc") was ignored: a test case\'s global id is a whole number.',
      'testCase() was called without a global id, and did nothing.',
      'parameter() was called without a name, and did nothing.',
      'parameter() was called with an object instead of a name, and did nothing.',
      'link() was called without an object with a url, and did nothing.',
      'Link type "Sun" is unknown, so https://example.com is sent as Related.',
      'Failure reason "Weather" is not sent: the service accepts only ',
      'Attachment "z" has no valid content type, so it is sent as application/octet-stream.',
      'A test has more than 20,000 steps. The rest ran, but are not shown.',
      'Two tests have the external id "same": ',
      'Option externalId returned a value of type number for the mocha test "misuses.cjs > third ',
      '" contains a secret (***), and is sent unchanged: rename the test or give it another id.',
    ],
  ],
  [
    'an id that another test has from its path',
    'mocha',
    '--reporter @testpoint/mocha --require @testpoint/mocha/setup same.cjs',
    {
      'same.cjs':
        "it('one', () => {});\ndescribe('a block', () => { it('two', () => require('@testpoint/mocha/api').externalId('same.cjs > one')); });\n",
    },
    ['Two tests have the external id "same.cjs > one": same.cjs > one, and same.cjs > a block > two.'],
  ],
  [
    'patterns that take too long',
    'mocha',
    '--reporter @testpoint/mocha slow.cjs',
    {
      'slow.cjs': "it('a'.repeat(40) + '!', () => { throw new Error('a'.repeat(40) + '!'); });",
      'testpoint.config.cjs':
        "module.exports = { redact: [/(a+)+$/], failureReasons: [{ pattern: /(a+)+$/, reason: 'TestDefect' }] };",
    },
    [
      'Option redact[0] takes too long to search some texts, so they are masked whole (***).',
      'Some external ids could not be searched for secrets in time, and are sent unchanged.',
      'failureReasons[0].pattern takes too long to search some errors, so they get no reason from it.',
    ],
  ],
  [
    'Mocha without the setup file, and a console that does not exist',
    'mocha',
    '--reporter @testpoint/mocha --reporter-option console=nosuch a.cjs',
    { 'a.cjs': "it('a', () => {});" },
    [
      'Not recorded: steps, attachments and parameters. To record them: mocha --require @testpoint/mocha/setup',
      'Testpoint: Option console: ',
      'so spec is used instead',
    ],
    ['called outside a test'],
  ],
  [
    'Jest without the setup line, and red without a failed test',
    'jest',
    '-i --ci',
    {
      ...jestConfig({ reporters: ['default', '@testpoint/jest', '@testpoint/mocha'] }),
      'a.test.js': `${STEP}test('c', () => { process.exitCode = 3; });\n`,
      '__snapshots__/a.test.js.snap':
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `1`;\n',
    },
    [
      'Obsolete snapshots fail the run',
      'Exit code 3 was set while the tests ran',
      "are not recorded: add setupFilesAfterEnv: ['@testpoint/jest/setup'] to Jest's config.",
      'Jest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/jest with Jest.',
    ],
    ['called outside a test', 'is in setupFiles'],
  ],
  [
    'the setup line in setupFiles, and the reporter twice',
    'jest',
    '-i',
    {
      ...jestConfig({ setupFiles: ['@testpoint/jest/setup'], reporters: ['@testpoint/jest', '@testpoint/jest'] }),
      'a.test.js': STEP,
    },
    [
      'Testpoint: this reporter is listed twice for the same run and service, so the second one stays off.',
      "@testpoint/jest/setup is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.",
    ],
    ['called outside a test', 'jest-circus', 'add setupFilesAfterEnv'],
  ],
  [
    'a file that can’t be loaded, in two projects without a name',
    'jest',
    '-i',
    { ...jestConfig({ projects: [{ transform: {} }, { transform: {} }] }), 'a.test.js': "test('a', () => { ;" },
    ['a.test.js could not be loaded', 'a.test.js runs in two projects without a name: set displayName in each.'],
    ['setupFilesAfterEnv'],
  ],
  [
    'reporters of other frameworks, and options beside a reporter',
    'vitest',
    'run',
    {
      'vitest.config.mjs':
        "export default { test: { reporters: ['default', '@testpoint/vitest', '@testpoint/playwright', '@testpoint/jest', '@testpoint/mocha', { concurrency: 2 }] } };",
      'a.test.mjs': "import { test } from 'vitest';\ntest('a', () => {});",
    },
    [
      "Testpoint: options beside a reporter in test.reporters have no effect. Put both in one list: ['@testpoint/vitest', { … }].",
      'Vitest has loaded @testpoint/playwright, which is for Playwright. Use @testpoint/vitest with Vitest.',
      'Vitest has loaded @testpoint/jest, which is for Jest. Use @testpoint/vitest with Vitest.',
      'Vitest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/vitest with Vitest.',
    ],
    ['called outside a test'],
  ],
  [
    'no test file',
    'vitest',
    'run',
    { 'vitest.config.mjs': "export default { test: { reporters: ['@testpoint/vitest'] } };" },
    ['Vitest found no test files to run.'],
  ],
  [
    'Jest’s reporter in Playwright',
    'playwright',
    'test',
    {
      'playwright.config.js':
        "module.exports = { reporter: [['list'], ['@testpoint/playwright'], ['@testpoint/jest']] };",
      'a.spec.js': "const { test } = require('@playwright/test');\ntest('a', () => {});",
    },
    ['Playwright has loaded @testpoint/jest, which is for Jest. Use @testpoint/playwright with Playwright.'],
  ],
];

/** What starts slowly, and is said in the same way as what is left, only in long runs. */
const ONLY_LONG = ['no test file', 'Jest’s reporter in Playwright'];
const TAKEN = MISUSED.filter(([what]) => IS_LONG || !ONLY_LONG.includes(what));

test.each(TAKEN)('%s', { timeout: 300_000 }, async (what, framework, words, files, texts, never = []) => {
  const folder = join(root, what);
  const ours = Object.keys(frameworks).map((one) => [`@testpoint/${one}`, ownFolder(one as Framework)]);
  const { dependency: name } = frameworks[framework];
  writeProject(
    folder,
    { 'package.json': '{}', ...files },
    { ...Object.fromEntries(ours), [name]: folderOf(name, framework) },
  );
  const env = { NODE_PATH: '', ...SETTINGS };
  const { output } = await run({ args: [programOf(framework), ...words.split(' ')], cwd: folder, env });
  for (const text of texts) expect(output).toContain(text);
  for (const text of never) expect(output).not.toContain(text);
});
