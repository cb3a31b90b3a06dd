import { besideRun } from '../messages.js';
import { option } from '../option.js';
import { flag, globalId, guid, oneOf, positiveId, runTemplate } from '../schemas.js';
import { configurations, testPoints } from '../structured-schemas.js';

/** The run that receives the results. */
export const runOptions = {
  /** GUID of an existing run to report into. Without it, Testpoint creates a run. */
  testRunId: option(guid, { environment: ['TMS_TEST_RUN_ID'], stops: 'delivery', delivery: true }),
  /** Project to create runs in. */
  projectGlobalId: option(positiveId, { environment: ['TMS_PROJECT_GLOBAL_ID'], stops: 'delivery' }),
  /** Test plan to create runs in. */
  testPlanGlobalId: option(positiveId, {
    environment: ['TMS_TEST_PLAN_GLOBAL_ID'],
    stops: 'delivery',
    delivery: true,
  }),
  /**
   * Test points of a new run: a list of `{ configurationGlobalId, testCaseGlobalId }`, a JSON file with such a list, or
   * `'from-tests'` for the test cases that the tests name.
   */
  testPoints: option(testPoints, {
    environment: ['TMS_TEST_POINTS'],
    stops: 'delivery',
    useless: { with: 'testRunId', why: besideRun },
  }),
  /**
   * What happens to the run at the end: `complete`, `stop`, `leave`, or `auto`, which completes a run that Testpoint created,
   * stops it if the suite was interrupted, and leaves an existing run alone.
   * @default auto
   */
  finish: option(() => oneOf('auto', 'complete', 'stop', 'leave'), { default: 'auto', environment: ['TMS_FINISH'] }),
  /** `false` creates no run. Without an existing run, results wait in the outbox for `testpoint flush --run`. @default true */
  createRun: option(flag, { default: true, environment: ['TMS_CREATE_RUN'], stops: 'delivery' }),
  /** GUID of the configuration under test, unless `configurations` has another one for the test's project. */
  configurationId: option(guid, { environment: ['TMS_CONFIGURATION_ID'], stops: 'delivery', delivery: true }),
  /** Global id of the same configuration, for test points and `api: 'legacy'`. */
  configurationGlobalId: option(globalId, {
    environment: ['TMS_CONFIGURATION_GLOBAL_ID'],
    stops: 'delivery',
    delivery: true,
  }),
  /** Configurations by the framework's project name: `{ chromium: { id, globalId } }`. @default {} */
  configurations: option(configurations, { default: {}, stops: 'recording', delivery: true }),
  /** Whether external ids start with the project's name. By default, only if the project has no configuration of its own. */
  projectInId: option(flag, { environment: ['TMS_PROJECT_IN_ID'], stops: 'recording' }),
  /** Web address of a run, with `{id}` for the run's id. The summary prints it. */
  runUrl: option(runTemplate, { environment: ['TMS_RUN_URL'] }),
};
