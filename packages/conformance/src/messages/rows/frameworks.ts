import { type Chapter, causes, fact, type Messages } from '../scenario.js';
import { running } from './causes.js';

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

const CALL_IT = 'Call it in a test, or in a beforeEach or afterEach hook.';

/** Jest's configuration. */
const jestConfig = (config: object) => ({
  'jest.config.json': JSON.stringify({
    transform: {},
    reporters: ['default', '@testpoint/jest', '@testpoint/mocha'],
    ...config,
  }),
});
const WITH_SETUP = jestConfig({ setupFilesAfterEnv: ['@testpoint/jest/setup'] });
/** Two projects that differ in nothing. */
const TWICE = jestConfig({ projects: [{ transform: {} }, { transform: {} }] });
const STEP = "const { step } = require('@testpoint/jest/api');\ntest('a', () => step('b', () => {}));\n";

/** Messages that other tests cause. */
const frameworksElsewhere: Messages = {
  'flaky tests with Playwright’s option failOnFlakyTests': fact('Flaky tests fail the run (failOnFlakyTests)'),
  'a file without tests in Jest': fact('… has no tests'),
  'Jest’s projects with the same name that run the same file':
    '….js runs in … projects named "…": give each a displayName of its own. Until then, their order decides which one is [… (2)].',
  'a runner of Jest’s other than jest-circus': fact(
    'Hooks, steps and calls of the test API are not recorded…: they need jest-circus, and … runs the tests.',
  ),
  'Jest’s option bail': fact('… not run. Jest stopped after a failure (bail).'),
  'options watch and report in Jest or Mocha': fact(
    'Testpoint: no report in …, because writing it would start the next run',
  ),
  'a test ends the process in the middle of the run': fact(
    '… not run. The process exited before the run ended.',
    'The run was interrupted (…)',
  ),
  'something that a test started throws after the last test': {
    says: 'Testpoint: An error after the last test ends the process: …',
    todo: 'Await everything that the test starts.',
  },
  'an error that nothing catches, with Mocha’s option allow-uncaught': fact('An uncaught error ends the process'),
  'Mocha’s mochaGlobalSetup throws': { says: 'The global setup failed', todo: 'Correct it.' },
  'Mocha’s mochaGlobalTeardown throws': { says: 'The global teardown failed', todo: 'Correct it.' },
  'Mocha’s --forbid-only, or a selection that matches nothing': fact('No tests were run'),
  'a worker of Vitest dies': fact('… not run. Vitest ended the run before.'),
  'a Vite plugin fails on our setup file': fact(
    '… have no hooks, steps or attachments in their results: Vite could not process … (…). Make your Vite plugins ignore this file.',
  ),
  'the setup file fails in Vitest': {
    says: 'Hooks, steps and attachments are missing where the setup file failed: …',
    todo: 'Results arrive without them. Fix the error after the colon.',
  },
  'Vitest’s globalSetup throws': { says: 'No test file ran: the global setup failed.', todo: 'Correct it.' },
  'Vitest’s option bail': fact('… not run. The run was stopped after a failure (bail).'),
  'option console names a module that is not a Mocha reporter': {
    says: "Option console: … can't be loaded (it is not a Mocha reporter), so spec is used instead",
    todo: 'Name one of Mocha’s reporters, or the path of one.',
  },
  'Mocha fails a test after it has passed, for example because done() was called again': {
    says: 'The result of … was corrected: … when the test ended, … later',
    todo: 'Let the test end only once, after everything that it started has finished.',
  },
};

export const frameworks: Chapter = {
  title: 'Frameworks and test API',
  elsewhere: [frameworksElsewhere],
  scenarios: [
    causes(
      running('mocha', 'misuses.cjs', {
        '.mocharc.cjs': `module.exports = { reporter: '@testpoint/mocha', require: ['@testpoint/mocha/setup'],
            reporterOptions: { externalId: (record) => record.titlePath[0] === 'second' ? 'x' : 5 } };`,
        'misuses.cjs': MISUSES,
      }),
      {
        'a call at the top of a file': `message() was called outside a test, and did nothing. ${CALL_IT}`,
        'a call in a hook of several tests': `message() was called in a hook that runs for several tests, and did nothing. ${CALL_IT}`,
        'a call after its test':
          'message() was called after its test had ended, and did nothing. Await everything that the test starts.',
        "step('x') without a body": 'step("x") was called without a function as its last argument, and did nothing.',
        "attach('y') without content": 'attach("y") was called without text, bytes or { path }, and did nothing.',
        "testCase('abc')": fact('testCase("abc") was ignored: a test case\'s global id is a whole number.'),
        'testCase()': 'testCase() was called without a global id, and did nothing.',
        'parameter()': 'parameter() was called without a name, and did nothing.',
        'parameter({}, 1)': 'parameter() was called with an object instead of a name, and did nothing.',
        'link({})': 'link() was called without an object with a url, and did nothing.',
        'a link of an unknown type': fact('Link type "Sun" is unknown, so https://example.com is sent as Related.'),
        'an unknown failure reason': fact('Failure reason "Weather" is not sent: the service accepts only ….'),
        'an attachment with an invalid content type': fact(
          'Attachment "z" has no valid content type, so it is sent as application/octet-stream.',
        ),
        'a test with too many steps': fact('A test has more than 20,000 steps. The rest ran, but are not shown.'),
        'two tests with the same external id':
          'Two tests have the external id "same": …, and …. The service keeps only one of their results: give each test its own id.',
        'an externalId function that does not return a string':
          'Option externalId returned a value of type number for the mocha test "misuses.cjs > third …", so its path is its id. Return a non-empty string from the function.',
        'a secret in an external id':
          'External id "…" contains a secret (***), and is sent unchanged: rename the test or give it another id.',
      },
    ),
    causes(
      running('mocha', '--reporter @testpoint/mocha --require @testpoint/mocha/setup same.cjs', {
        'same.cjs':
          "it('one', () => {});\ndescribe('a block', () => { it('two', () => require('@testpoint/mocha/api').externalId('same.cjs > one')); });\n",
      }),
      {
        'an external id that another test has from its path':
          'Two tests have the external id "same.cjs > one": same.cjs > one, and same.cjs > a block > two. The service keeps only one of their results: give each test its own id.',
      },
    ),
    causes(
      running('mocha', '--reporter @testpoint/mocha slow.cjs', {
        'slow.cjs': "it('a'.repeat(40) + '!', () => { throw new Error('a'.repeat(40) + '!'); });",
        'testpoint.config.cjs':
          "module.exports = { redact: [/(a+)+$/], failureReasons: [{ pattern: /(a+)+$/, reason: 'TestDefect' }] };",
      }),
      {
        'a pattern that takes too long':
          'Option redact[0] takes too long to search some texts, so they are masked whole (***). Write it without a repetition of repetitions, like (a+)+.',
        'an external id that such a pattern can’t search': fact(
          'Some external ids could not be searched for secrets in time, and are sent unchanged.',
        ),
        'a pattern for failure reasons that takes too long': fact(
          'failureReasons[0].pattern takes too long to search some errors, so they get no reason from it.',
        ),
      },
    ),
    causes(
      running('mocha', '--reporter @testpoint/mocha --reporter-option console=nosuch a.cjs', {
        'a.cjs': "it('a', () => {});",
      }),
      {
        'Mocha without the setup file': {
          says: 'Not recorded: steps, attachments and parameters. To record them: mocha --require @testpoint/mocha/setup',
          pieces: ['start and end of tests and hooks, steps, attachments, parameters, and tests that did not run'],
        },
        'option console does not name a reporter': fact(
          "Testpoint: Option console: … can't be loaded (…), so spec is used instead",
        ),
      },
      ['called outside a test'],
    ),
    causes(
      running('jest', '-i --ci', {
        ...jestConfig({}),
        'a.test.js': `${STEP}test('c', () => { process.exitCode = 3; });\n`,
        '__snapshots__/a.test.js.snap':
          '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `1`;\n',
      }),
      {
        'snapshots of deleted tests': { says: 'Obsolete snapshots fail the run', todo: 'Remove them with jest -u.' },
        'a test in Jest’s own process sets process.exitCode, or something loads a module after its test file has ended':
          {
            says: 'Exit code … was set while the tests ran',
            todo: 'Restore process.exitCode after the test, and await everything that the test starts.',
            pieces: ['The code under test may set process.exitCode, or load a module after its test file has ended.'],
          },
        'Jest without the setup line':
          "Hooks, steps and calls of the test API are not recorded…: add setupFilesAfterEnv: ['@testpoint/jest/setup'] to Jest's config.",
        'a reporter for another framework':
          'Testpoint: not reporting: Jest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/jest with Jest.',
      },
      ['called outside a test', 'is in setupFiles'],
    ),
    causes(
      running('jest', '-i', {
        ...jestConfig({ setupFiles: ['@testpoint/jest/setup'], reporters: ['@testpoint/jest', '@testpoint/jest'] }),
        'a.test.js': STEP,
      }),
      {
        'a reporter that is listed twice':
          'Testpoint: this reporter is listed twice for the same run and service, so the second one stays off. List it once, or give each its own run (testRunId)',
        'the setup line in setupFiles':
          "Hooks, steps and calls of the test API are not recorded…: @testpoint/jest/setup is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.",
      },
      ['called outside a test', 'jest-circus', 'add setupFilesAfterEnv'],
    ),
    causes(
      running('jest', '-i', { ...TWICE, 'a.test.js': "test('a', () => { ;" }),
      {
        'a file that can’t be loaded': fact('a.test.js could not be loaded'),
        'two projects of Jest without a name that run the same file':
          'a.test.js runs in two projects without a name: set displayName in each. Until then, their order decides which one is [project 2].',
      },
      ['setupFilesAfterEnv'],
    ),
    causes(
      running('jest', '-i', {
        ...WITH_SETUP,
        'a.test.js': "test('a', () => {});\nafterAll(() => { throw new Error('no'); });",
      }),
      { 'a failed afterAll': fact('a.test.js failed outside its tests') },
      ['called outside a test'],
    ),
    causes(
      running('vitest', 'run', {
        'vitest.config.mjs':
          "export default { test: { reporters: ['default', '@testpoint/vitest', '@testpoint/playwright', '@testpoint/jest', '@testpoint/mocha', { concurrency: 2 }] } };",
        'a.test.mjs': "import { test } from 'vitest';\ntest('a', () => {});",
      }),
      {
        'options that are not in one list with the reporter':
          "Testpoint: options beside a reporter in test.reporters have no effect. Put both in one list: ['@testpoint/vitest', { … }].",
        'Playwright’s reporter in Vitest':
          'Testpoint: not reporting: Vitest has loaded @testpoint/playwright, which is for Playwright. Use @testpoint/vitest with Vitest.',
        'Jest’s reporter in Vitest':
          'Testpoint: not reporting: Vitest has loaded @testpoint/jest, which is for Jest. Use @testpoint/vitest with Vitest.',
        'Mocha’s reporter in Vitest':
          'Testpoint: not reporting: Vitest has loaded @testpoint/mocha, which is for Mocha. Use @testpoint/vitest with Vitest.',
      },
      ['called outside a test'],
    ),
    causes(
      running('vitest', 'run', {
        'vitest.config.mjs': "export default { test: { reporters: ['@testpoint/vitest'] } };",
      }),
      { 'no test file': fact('Vitest found no test files to run.') },
    ),
    causes(
      running('playwright', 'test', {
        'playwright.config.js':
          "module.exports = { reporter: [['list'], ['@testpoint/playwright'], ['@testpoint/jest']] };",
        'a.spec.js': "const { test } = require('@playwright/test');\ntest('a', () => {});",
      }),
      {
        'Jest’s reporter in Playwright':
          'Testpoint: not reporting: Playwright has loaded @testpoint/jest, which is for Jest. Use @testpoint/playwright with Playwright.',
      },
    ),
  ],
};
