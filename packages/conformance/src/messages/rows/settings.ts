import { frameworks } from '@testpoint/frameworks';
import { type Chapter, causes, fact } from '../scenario.js';
import { ENV, GUID, given, RIGHT } from './causes.js';
import { wrongTypes, wrongValues } from './wrong-values.js';

const OR_RUN = 'or name an existing run with TMS_TEST_RUN_ID.';

export const settings: Chapter = {
  title: 'Settings',
  elsewhere: [],
  scenarios: [
    wrongValues,
    wrongTypes,
    causes(given({ options: { url: 5, secretKey: 5 }, env: {} }), {
      'a key that is not a string': 'secretKey (reporter options): it is not a string. Put the key in quotes.',
    }),
    causes(given({ options: { url: 'https://u:p@tms.example.com' }, env: { ...RIGHT, TMS_URL: '' } }), {
      'a password in the address':
        'url (reporter options): it contains credentials, which end up in logs. Put the key in TMS_SECRET_KEY and the login in TMS_USER_NAME.',
    }),
    causes(given({ options: { url: 'https://tms.example.com?a=b' }, env: { ...RIGHT, TMS_URL: '' } }), {
      'a query in the address':
        'url (reporter options): it contains a query or a fragment. Remove everything from ? or # on.',
    }),
    causes(given({ options: { properties: JSON.parse('{"__proto__":"x"}') } }), {
      'a property named __proto__':
        'properties (reporter options) is ignored: the names __proto__, prototype and constructor can’t be used. Choose others.',
    }),
    causes(given({ options: { steps: { expects: true } } }), {
      'an unknown key': 'steps.expects (reporter options) is ignored: there is no such key. Did you mean expect?',
    }),
    causes(given({ options: { report: '..', reportHistory: 'a\0b' } }), {
      'a report in a folder that contains the suite':
        'report (reporter options) is ignored: ".." contains the suite, and a report replaces its folder. Give a folder of its own.',
      'a path with a NUL character':
        'reportHistory (reporter options) is ignored: … contains a NUL character. Remove it.',
    }),
    causes(
      given({ files: { 'testpoint.config.cjs': 'module.exports = { get url() { throw new Error("no url"); } };' } }),
      {
        'an option in a config file that can’t be read':
          'config file (file …testpoint.config.cjs): reading its options failed: no url. Correct them.',
      },
    ),
    causes(given({ options: 'dot' }), {
      'options that are not an object':
        'options (reporter options) is ignored: "dot" is not an object. Give an object of options.',
    }),
    causes(given({ env: { TMS_SECRET_KEY: 'c2VjcmV0LWtleQ==' } }), {
      'a key and no address': 'url (not set): a secret key is set, but no address. Set TMS_URL or option url.',
      'neither a run nor a plan':
        'testRunId (not set): there is neither a run to report into nor a plan to create one in. Set TMS_TEST_RUN_ID, or options projectGlobalId, testPlanGlobalId and testPoints.',
      'no configuration':
        'configurationId (not set): every result names its configuration. Set TMS_CONFIGURATION_ID (a GUID), option configurationId, or configurations by project.',
    }),
    causes(given({ env: { ...RIGHT, TMS_TEST_RUN_ID: '', TMS_PROJECT_GLOBAL_ID: '1' } }), {
      'an empty TMS_TEST_RUN_ID and half a plan':
        'testRunId (TMS_TEST_RUN_ID is empty): there is no run to report into. Check the step that creates the run, or complete the plan.',
      'a project and no plan': `testPlanGlobalId (not set): a run can’t be created without it. Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId, ${OR_RUN}`,
      'a project and no test points': `testPoints (not set): a run can’t be created without it. Set option testPoints to a list, a JSON file or 'from-tests', ${OR_RUN}`,
    }),
    causes(
      given({ env: { ...RIGHT, TMS_TEST_RUN_ID: '', TMS_TEST_PLAN_GLOBAL_ID: '5', TMS_TEST_POINTS: 'from-tests' } }),
      {
        'a plan and no project': `projectGlobalId (not set): a run can’t be created without it. Set TMS_PROJECT_GLOBAL_ID or option projectGlobalId, ${OR_RUN}`,
        "'from-tests' and no global id of a configuration":
          "configurationGlobalId (not set): 'from-tests' combines each test case with this configuration. Set TMS_CONFIGURATION_GLOBAL_ID, option configurationGlobalId, or globalId in configurations.",
      },
    ),
    causes(
      given({ env: { ...RIGHT, TMS_TEST_RUN_ID: '', TMS_TEST_POINTS: 'from-tests' }, shard: { current: 1, total: 2 } }),
      {
        "'from-tests' in a shard":
          'testPoints (not set): a shard knows only its own tests, so it can’t create the run from them. Create the run before the shards with `testpoint run create`, and give each of them TMS_TEST_RUN_ID.',
      },
    ),
    causes(given({ env: { ...ENV, TMS_API: 'legacy' } }), {
      "api 'legacy' and no global id of a configuration":
        "configurationGlobalId (not set): api 'legacy' sends it with every result. Set TMS_CONFIGURATION_GLOBAL_ID or option configurationGlobalId.",
      "api 'legacy' and no plan":
        "testPlanGlobalId (not set): api 'legacy' sends it with every result. Set TMS_TEST_PLAN_GLOBAL_ID or option testPlanGlobalId.",
    }),
    causes(given({ env: {} }), {
      'no secret key, or an empty one':
        'off, no secret key (set TMS_SECRET_KEY and TMS_URL to report, or option report: true for a report on disk)',
    }),
    causes(given({ env: { ...RIGHT, TMS_SECRET_KEY: 'a2V5' } }), {
      'a key of fewer than 8 characters': {
        says: 'secretKey (environment TMS_SECRET_KEY) has only 4 characters, so masking it (***) changes other texts that contain it, too. Check that it is the whole key.',
        pieces: ['so it is not masked: texts and attachments show it'],
      },
    }),
    causes(given({ env: { TMS_SECRETKEY: 'c2VjcmV0LWtleQ==' } }), {
      'no secret key, but a variable with a similar name':
        'off, no secret key (set TMS_SECRET_KEY and TMS_URL to report, or option report: true for a report on disk). TMS_SECRETKEY is not a known variable. Did you mean TMS_SECRET_KEY?',
    }),
    causes(given({ env: { ...RIGHT, TMS_DISABLED: '1' } }), {
      'reporting is switched off in the environment': 'off, TMS_DISABLED is set',
    }),
    causes(given({ options: { enabled: false } }), {
      'reporting is switched off by an option': fact('off, enabled is false (reporter options)'),
    }),
    causes(given({ env: { ...RIGHT, TMS_TESTRUN_ID: GUID } }), {
      'a misspelled variable': 'TMS_TESTRUN_ID is not a known variable. Did you mean TMS_TEST_RUN_ID?',
    }),
    causes(given({ files: { 'testpoint.config.json': '{}', 'testpoint.config.cjs': 'module.exports = {}' } }), {
      'two config files': '…testpoint.config.json is ignored, because …testpoint.config.cjs is used. Keep only one.',
    }),
    causes(given({ files: { 'testpoint.config.mjs': 'export default {\n  finish: ;\n};' } }), {
      'a config file that does not parse':
        "config file (file …testpoint.config.mjs:2): it can't be loaded: …. Correct the file, or remove it.",
    }),
    causes(given({ files: { 'testpoint.config.mjs': 'export default await Promise.resolve({});' } }), {
      'a config file with a top-level await':
        "config file (file …testpoint.config.mjs…): it can't be loaded: … It is loaded synchronously: remove the top-level await",
    }),
    causes(given({ files: { 'testpoint.config.mjs': 'export const config = { batchSize: 10 };' } }), {
      'a config file that exports its options under a name':
        'config file (file …testpoint.config.mjs): it exports its options as “config”. Use export default (in CommonJS module.exports = …) instead.',
    }),
    causes(given({ files: { 'testpoint.config.mjs': 'const config = { batchSize: 10 };' } }), {
      'a config file that exports nothing':
        'config file (file …testpoint.config.mjs): it exports nothing. Use export default (in CommonJS module.exports = …), or remove it.',
    }),
    causes(given({ files: { 'testpoint.config.cjs': "\nthrow new Error('no such variable');" } }), {
      'a config file that throws':
        "config file (file …testpoint.config.cjs:2): it can't be loaded: no such variable. Correct the file, or remove it.",
    }),
    causes(given({ files: { 'testpoint.config.cjs': 'module.exports = Promise.resolve({});' } }), {
      'a config file that exports a promise':
        "config file (file …testpoint.config.cjs): it can't be loaded: it exports a promise. Correct the file, or remove it.",
    }),
    causes(given({ env: { ...RIGHT, TMS_TEST_RUN_ID: '', TMS_TEST_POINTS: 'nowhere.json' } }), {
      'a missing file of test points':
        "testPoints (environment TMS_TEST_POINTS): the file …nowhere.json can't be read: …. Give 'from-tests', a list, or the path of a JSON file that holds one.",
    }),
    causes(
      given({
        env: { ...RIGHT, TMS_TEST_RUN_ID: '', TMS_TEST_POINTS: 'p.json' },
        files: { 'p.json': '{ "points": [] }' },
      }),
      {
        'a file of test points without test points':
          'testPoints (environment TMS_TEST_POINTS): the file …p.json holds an object without testPoints. It must contain a list of test points, or { "testPoints": [ … ] }.',
      },
    ),
    causes(
      given({
        options: {
          testRunId: GUID,
          testPoints: 'from-tests',
          reportHistory: 'h',
          steps: {},
          merge: 'report',
        },
        framework: frameworks.mocha,
        env: { ...RIGHT, TMS_TEST_RUN_ID: '' },
      }),
      {
        'test points and an existing run':
          'testPoints (reporter options) has no effect: testRunId (reporter options) names an existing run. Remove one of the two.',
        'a history without a report':
          'reportHistory (reporter options) has no effect: there is no report. Set report to true.',
        'Playwright’s option in another reporter': 'steps (reporter options) has no effect in Mocha. Remove it.',
        'an option for merged reports in another reporter':
          'merge (reporter options) has no effect in Mocha. Remove it.',
      },
    ),
  ],
};
