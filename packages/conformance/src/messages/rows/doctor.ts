import { causes, fact, type Scenario } from '../scenario.js';
import { always, GUID, testpoint } from './causes.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Messages of `testpoint doctor`. */
export const doctor: readonly Scenario[] = [
  causes(
    testpoint(
      'doctor',
      { TMS_TEST_RUN_ID: GUID, TMS_OUTBOX_DIR: '/nowhere/at/all' },
      {
        'package.json': '{"devDependencies":{"@playwright/test":"*","jest":"*","mocha":"*","vitest":"*"}}',
        'testpoint.config.json': '{}',
        'testpoint.config.cjs': 'module.exports = {};',
        'node_modules/@playwright/test/package.json': '{"version":"1.40.0"}',
        'node_modules/jest/package.json': '{"version":"30.0.0"}',
        'node_modules/@testpoint/jest/package.json': '{"version":"0.0.1"}',
        'node_modules/mocha/package.json': '{"version":"99.0.0"}',
        'jest.config.js': 'module.exports = load();',
      },
    ),
    {
      'two config files': 'Testpoint uses testpoint.config.cjs and ignores testpoint.config.json: keep only one',
      'a framework that is too old': '1.40.0 is too old: @testpoint/playwright works with 1.50 and newer',
      'a framework that is newer than the tested versions': fact(
        '99.0.0 is newer than the tested versions (10.0 to …)',
      ),
      'a framework that is not installed': fact('vitest is not installed in …: its version is unknown'),
      'a reporter that is not installed': '@testpoint/mocha is not installed in …: run testpoint init',
      'a reporter of another version':
        '@testpoint/jest is 0.0.1, but this command is …: install the same version of both',
      'a configuration that init does not understand': fact(
        'jest.config.js: …. Testpoint can’t tell whether this is there',
      ),
      'no configuration':
        'there is no configuration (…): run testpoint init, which shows each change before it makes it',
      'the run does not exist': `${GUID} is not in the project: check TMS_TEST_RUN_ID and projectGlobalId`,
      'the outbox can’t be created': '/nowhere/at/all can’t be written to: set option outboxDir (TMS_OUTBOX_DIR)',
      'doctor, when the run has its test points already': fact(
        'test cases that tests name change nothing: the run already has its test points',
        'testPoints lists the test points',
      ),
    },
  ),
  causes(testpoint('doctor', { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }), {
    'doctor, when the suite creates the run': fact(
      'test cases that tests name become test points of the new run, with configuration 10',
    ),
  }),
  causes(testpoint('doctor', { TMS_TEST_RUN_ID: GUID, TMS_PROJECT_GLOBAL_ID: '' }), {
    'a run and no project': `${GUID} can be looked up only with projectGlobalId: set TMS_PROJECT_GLOBAL_ID`,
  }),
  causes(
    testpoint(
      'doctor',
      { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_ID: '' },
      { 'testpoint.config.json': `{"configurations":{"web":{"id":"${GUID}","globalId":10}}}` },
    ),
    {
      'doctor, when each project has its own configuration': fact(
        'test cases that tests name become test points of the new run, with configuration of the test’s project',
      ),
    },
  ),
  causes(
    async (bench) => {
      const runs = [{ id: GUID, status: 'Completed' }];
      const env = { TMS_URL: await bench.service(always(200, JSON_TYPE, JSON.stringify(runs))), TMS_TEST_RUN_ID: GUID };
      return bench.cli('doctor', { env, files: { 'package.json': '{' } });
    },
    {
      'doctor, when the run is over': `${GUID} is Completed: start it again, or report into another run`,
      'doctor, when package.json does not parse': { says: "package.json can't be read: …", todo: 'Correct the file.' },
    },
  ),
  causes(
    async (bench) => bench.cli('run list', { env: { TMS_URL: await bench.service(always(200, JSON_TYPE, '[]')) } }),
    { 'run list, when the project has no runs': fact('Project … has no runs.') },
  ),
];
