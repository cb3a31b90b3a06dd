import type { Scenario } from '../scenario.js';
import { runFramework } from './run-framework.js';

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

/** Calls of the test API that do nothing, and what is found in ids and patterns. */
export const testApi: readonly Scenario[] = [
  {
    print: (bench) =>
      runFramework(bench, 'mocha', [], {
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
      runFramework(bench, 'mocha', [], {
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
      runFramework(bench, 'mocha', [], {
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
];
