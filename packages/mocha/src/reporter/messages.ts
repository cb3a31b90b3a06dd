// Messages: Frameworks and test API

/** Mocha without the setup file. */
export const notRecorded = (what: string) =>
  `Not recorded: ${what}. To record them: mocha --require @testpoint/mocha/setup`;

/**
 * Mocha’s mochaGlobalSetup throws.
 *
 * Correct the global setup.
 */
export const globalSetupFailed = 'The global setup failed';

/**
 * Mocha’s mochaGlobalTeardown throws.
 *
 * Correct the global teardown.
 */
export const globalTeardownFailed = 'The global teardown failed';

/** Mocha’s --forbid-only, or a selection that matches nothing. @fact */
export const nothingRan = 'No tests were run';

/** Files without a result: a test ended the process. @fact */
export const exitedEarly = 'The process exited before the run ended.';

/** Files without a result: the run was interrupted. @fact */
export const interruptedEarly = (signal: string) => `The run was interrupted (${signal}) before the run ended.`;

/**
 * Mocha’s files disappear while it runs.
 *
 * Reinstall Mocha: run npm install.
 */
export const mochaNotFound = 'Mocha itself was not found, so nothing is printed';

/** The reason if option console names another module. @fact */
export const notAReporter = 'it is not a Mocha reporter';

/**
 * Option console does not name a reporter that can be loaded.
 *
 * Name one of Mocha’s reporters, or the path of one.
 */
export const consoleNotLoaded = (name: string, why: string | undefined) =>
  `Option console: ${name} can't be loaded (${why}), so spec is used instead`;

/**
 * Something that a test started throws after the last test.
 *
 * Await everything that the test starts.
 */
export const errorAfterTests = 'An error after the last test ends the process';

/** An error that nothing catches, with Mocha’s option allow-uncaught. @fact */
export const uncaughtError = 'An uncaught error ends the process';

/** What is not recorded without the setup file, with Mocha’s option parallel. @fact */
export const unseenInParallel =
  'start and end of tests and hooks, steps, attachments, parameters, and tests that did not run';

/** What is not recorded without the setup file. @fact */
export const unseen = 'steps, attachments and parameters';
