// Messages: Runs and delivery

/** The reason for a refused result: its line in the journal is damaged. @fact */
export const bodyNotAResult = (error: string) => `its body in the journal is not a result (${error})`;

/**
 * flush, while another process delivers the session.
 *
 * Wait until that process ends, then flush again.
 */
export const beingDelivered = (pid: number, host: string, silence: string) =>
  `process ${pid} on ${host} is delivering it${silence && `, but may be suspended: last sign of life ${silence} ago`}`;

/** flush, while the suite may still run. @fact */
export const maybeRunning = (pid: number, host: string, ago: string) =>
  `its suite may still be running: process ${pid} on ${host}, last sign of life ${ago} ago`;

/**
 * Not everything was delivered in the time for that.
 *
 * Deliver with npx testpoint flush.
 */
export const timeIsOver = (limit: string, timeout: number, trouble: string) =>
  `${limit} (${timeout} ms) is over: ${trouble}`;

/** The service does not answer in time. */
export const slowService = (limit: string) => `the service is slow or does not answer. If it is slow, raise ${limit}`;

/**
 * The service is reachable, but does not answer.
 *
 * Check the service, and deliver with npx testpoint flush.
 */
export const silentService = 'the service does not answer';

/**
 * The service answers, but takes no results.
 *
 * Check the service, and deliver with npx testpoint flush.
 */
export const uselessService = 'the service accepts nothing';

/** A flush of results for a service, in a folder that has only `testpoint serve`. */
export const forService = 'its results are for a service: set TMS_URL and TMS_SECRET_KEY';

/** A flush of results for `testpoint serve`. */
export const forLocalServer =
  'its results are for `testpoint serve`, which is not running: start `npx testpoint serve`, then flush again';

/** A flush of results for a `testpoint serve` with another database. */
export const forOtherDatabase =
  'its results are for another database of `testpoint serve`. If that was deleted (--fresh), delete this session, too';

/** flush of a shard without a run. */
export const flushWithoutRun = 'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed';

/** `testPoints: 'from-tests'`, and no test names a test case. */
export const noTestCases =
  'no test names its test case, so the run would be empty: call testCase(…), or tag tests with @tc:…';

/**
 * The service refuses to create, start or end the run.
 *
 * Correct what follows.
 */
export const runUnavailable = (done: string, reason: string) => `the run can't be ${done}. ${reason}`;

/** A test’s project has no configuration. */
export const unknownConfiguration = (own: string, variable: string) =>
  `no configuration is known: set ${own}${variable}`;

/** None of the first 200 results matches. */
export const noneMatches = (count: number, configurationId: string | undefined) =>
  `The run has none of these ${count} ids with configuration ${configurationId}: check configurationId (TMS_CONFIGURATION_ID), and compare the ids with \`testpoint catalog\``;

/**
 * A report was requested, but no folder can be written to.
 *
 * Set outboxDir (TMS_OUTBOX_DIR).
 */
export const notStored = 'the results could not be stored';

/** The end of a run with wrong settings. @fact */
export const wrongSettings = 'the settings are wrong';

/**
 * The service fails on one result, and accepts the others.
 *
 * Check what the service says about it.
 */
export const alwaysFails = (externalId: string | undefined, why: string) =>
  `The result of "${externalId}" always fails. ${why}`;
