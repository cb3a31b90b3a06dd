// Messages: Frameworks and test API

/**
 * This version of Vitest has different internals.
 *
 * Results arrive without hooks and steps. Update `@testpoint/vitest`.
 */
export const notRecorded = (why: string) => `Hooks and steps are not recorded in this version of Vitest: ${why}`;

/**
 * The setup file fails in Vitest.
 *
 * Results arrive without them. Fix the error after the colon.
 */
export const setupFailed = (why: string) =>
  `Hooks, steps and attachments are missing where the setup file failed: ${why}`;
