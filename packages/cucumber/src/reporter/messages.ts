// Messages: Frameworks and test API

/**
 * A BeforeAll or AfterAll hook of Cucumber fails.
 *
 * Correct the hook.
 */
export const runHookFailed = (hook: string) => `The ${hook} hook failed`;

/**
 * A feature can’t be parsed. Cucumber then runs nothing.
 *
 * Correct the feature.
 */
export const notParsed = (file: string) => `${file} can't be parsed, so Cucumber runs nothing`;

/** Cucumber fails, although no scenario did. @fact */
export const failedWithoutScenario = 'Cucumber failed, although no scenario did';

/** Cucumber ended with an error of its own, such as that of a worker. @fact */
export const endedWithError = 'Cucumber ended with an error';

/** Scenarios without a result: a step ended the process. @fact */
export const exitedEarly = 'The process exited before the run ended';

/** Scenarios without a result: the run was interrupted. @fact */
export const interruptedEarly = (signal: string) => `The run was interrupted (${signal}) before it ended`;

/**
 * Our formatter is the only one without a file to write to, so Cucumber prints nothing.
 *
 * Give it a file, which stays empty.
 */
export const takesTheOutput =
  'Cucumber’s own output is missing, because this formatter has no file. In the configuration, write: format: [["@testpoint/cucumber", ".testpoint/cucumber.log"]]';

/**
 * This copy of Cucumber can’t leave out scenarios.
 *
 * Update Cucumber.
 */
export const selectsNothing =
  'Testpoint: exec --only can’t choose scenarios in this Cucumber, because its runtime was not found. Nothing was run.';
