// Messages: Frameworks and test API

/** No test file. @fact */
export const noTestFiles = 'Vitest found no test files to run.';

/**
 * Vitest’s globalSetup throws.
 *
 * Correct the global setup.
 */
export const globalSetupFailed = 'No test file ran: the global setup failed.';

/** The reason for a missing attachment: Vite’s option server.fs excludes its path. @fact */
export const notServed = (path: string) => `Vite may not serve ${path} (server.fs)`;

/** Options that are not in one list with the reporter. */
export const optionsBesideReporter =
  "Testpoint: options beside a reporter in test.reporters have no effect. Put both in one list: ['@testpoint/vitest', { … }].";

/** Files without a result: a test ended the process. @fact */
export const exitedEarly = 'The process exited before the run ended.';

/**
 * This version of Vitest has different internals.
 *
 * Update `@testpoint/vitest`.
 */
export const noBrowserCommands = (tests: string) =>
  `${tests} that run in a browser have no hooks, steps or attachments in their results: this version of Vitest has no browser commands.`;

/** A Vite plugin fails on our setup file. */
export const setupNotProcessed = (tests: string, file: string, why: string | undefined) =>
  `${tests} have no hooks, steps or attachments in their results: Vite could not process ${file} (${why}). Make your Vite plugins ignore this file.`;

/** The reason if Vite does not answer. @fact */
export const noAnswer = (seconds: number) => `no answer within ${seconds} s`;
