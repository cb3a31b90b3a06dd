import type { Scenario } from '../scenario.js';
import { command } from './command.js';
import { GUID } from './given.js';

/** Messages of `testpoint doctor`. */
export const doctor: readonly Scenario[] = [
  {
    print: (bench) =>
      bench.cli(['doctor'], {
        env: { TMS_TEST_RUN_ID: GUID, TMS_OUTBOX_DIR: '/nowhere/at/all' },
        files: {
          'package.json': '{"devDependencies":{"@playwright/test":"*","jest":"*","mocha":"*","vitest":"*"}}',
          'testpoint.config.json': '{}',
          'testpoint.config.cjs': 'module.exports = {};',
          'node_modules/@playwright/test/package.json': '{"version":"1.40.0"}',
          'node_modules/jest/package.json': '{"version":"30.0.0"}',
          'node_modules/@testpoint/jest/package.json': '{"version":"0.0.1"}',
          'node_modules/mocha/package.json': '{"version":"99.0.0"}',
          'jest.config.js': 'module.exports = load();',
        },
      }),
    rows: [
      {
        when: 'two config files',
        says: 'Testpoint uses testpoint.config.cjs and ignores testpoint.config.json: keep only one',
      },
      {
        when: 'a framework that is too old',
        says: '1.40.0 is too old: @testpoint/playwright works with 1.50 and newer',
      },
      {
        when: 'a framework that is newer than the tested versions',
        says: '99.0.0 is newer than the tested versions (10.0 to …)',
        isFact: true,
      },
      {
        when: 'a framework that is not installed',
        says: 'vitest is not installed in …: its version is unknown',
        isFact: true,
      },
      {
        when: 'a reporter that is not installed',
        says: '@testpoint/mocha is not installed in …: run testpoint init',
      },
      {
        when: 'a reporter of another version',
        says: '@testpoint/jest is 0.0.1, but this command is …: install the same version of both',
      },
      {
        when: 'a configuration that init does not understand',
        says: 'jest.config.js: …. Testpoint can’t tell whether this is there',
        isFact: true,
      },
      {
        when: 'no configuration',
        says: 'there is no configuration (…): run testpoint init, which shows each change before it makes it',
      },
      {
        when: 'the run does not exist',
        says: `${GUID} is not in the project: check TMS_TEST_RUN_ID and projectGlobalId`,
      },
      {
        when: 'the outbox can’t be created',
        says: '/nowhere/at/all can’t be written to: set option outboxDir (TMS_OUTBOX_DIR)',
      },
      {
        when: 'doctor, when the run has its test points already',
        says: 'test cases that tests name change nothing: the run already has its test points',
        pieces: ['testPoints lists the test points'],
        isFact: true,
      },
    ],
  },
  command(['doctor'], { TMS_TEST_POINTS: 'from-tests', TMS_CONFIGURATION_GLOBAL_ID: '10' }, [
    'doctor, when the suite creates the run',
    'test cases that tests name become test points of the new run, with configuration 10',
    'fact',
  ]),
  command(['doctor'], { TMS_TEST_RUN_ID: GUID, TMS_PROJECT_GLOBAL_ID: '' }, [
    'a run and no project',
    `${GUID} can be looked up only with projectGlobalId: set TMS_PROJECT_GLOBAL_ID`,
  ]),
];
