import { option } from '../option.js';
import { flag, globalId, guid, oneOf, positiveId, runTemplate } from '../schemas.js';
import { configurations, testPoints } from '../structured-schemas.js';

/** The run that results go into. */
export const runOptions = {
  /** GUID of an existing run to report into. Without it a run is made. */
  testRunId: option(guid, { environment: ['TMS_TEST_RUN_ID'] }),
  /** Project to make runs in. */
  projectGlobalId: option(positiveId, { environment: ['TMS_PROJECT_GLOBAL_ID'] }),
  /** Test plan to make runs in. */
  testPlanGlobalId: option(positiveId, { environment: ['TMS_TEST_PLAN_GLOBAL_ID'] }),
  /**
   * Test points of a new run: a list of `{ configurationGlobalId, testCaseGlobalId }`, a JSON file that holds one, or
   * `'from-tests'` for the test cases that the tests name.
   */
  testPoints: option(testPoints, { environment: ['TMS_TEST_POINTS'] }),
  /**
   * What becomes of the run at the end: `auto` completes a run that was made here, stops it when interrupted, and leaves a
   * given run alone; `complete`, `stop`, `leave`.
   * @default auto
   */
  finish: option(() => oneOf('auto', 'complete', 'stop', 'leave'), { default: 'auto', environment: ['TMS_FINISH'] }),
  /** `false`: no run is made; where none is given, results wait in the outbox for `testpoint flush --run`. @default true */
  createRun: option(flag, { default: true, environment: ['TMS_CREATE_RUN'] }),
  /** GUID of the configuration that is tested, unless `configurations` names another for the test's project. */
  configurationId: option(guid, { environment: ['TMS_CONFIGURATION_ID'] }),
  /** The same configuration's global id, for test points and `api: 'legacy'`. */
  configurationGlobalId: option(globalId, { environment: ['TMS_CONFIGURATION_GLOBAL_ID'] }),
  /** Configurations by the framework's project name: `{ chromium: { id, globalId } }`. @default {} */
  configurations: option(configurations, { default: {} }),
  /** Whether a project's name stands before the path in external ids; by default where it has no configuration of its own. */
  projectInId: option(flag, { environment: ['TMS_PROJECT_IN_ID'] }),
  /** Address of a run for people, with `{id}` for the run's id; printed in the summary. */
  runUrl: option(runTemplate, { environment: ['TMS_RUN_URL'] }),
};
