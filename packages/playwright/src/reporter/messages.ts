// Messages: Frameworks and test API

/** Flaky tests with Playwright’s option failOnFlakyTests. @fact */
export const flakyFails = 'Flaky tests fail the run (failOnFlakyTests)';

/** A run without a failed test that fails, for example after its globalTimeout. @fact */
export const endedWithStatus = (status: string) => `Playwright ended the run with status "${status}".`;

/** exec --only with a Playwright before 1.62, in which a reporter can’t leave out tests. */
export const tooOldForSelection = (oldest: string, version: string) =>
  `Testpoint: exec --only needs Playwright ${oldest} or newer, and this is ${version}: update it.`;
