// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** A before hook of the test’s suite failed. @fact */
export const suiteFailed = (suite: string, error: string) => whyNotRun(`${suite} failed before this test. ${error}`);

/** The suite or test around it ended before. @fact */
export const cancelled = (why: string) => whyNotRun(`Node did not run this test: ${why}.`);

/** The process of the test’s file ended. @fact */
export const processEnded = (how: string) => whyNotRun(`The process of the file ${how} before the test ended.`);

/** A test ended the process. @fact */
export const exited = whyNotRun('The process exited before the test ended.');

/** The run was interrupted. @fact */
export const interrupted = (signal: string) => whyNotRun(`The run was interrupted (${signal}).`);

/** The run ended before the test did. @fact */
export const notRun = whyNotRun('The run ended before this test.');

/** How the process of a file ended. @fact */
export const endedBy = (signal: unknown, code: unknown) =>
  typeof signal === 'string' ? `was ended by ${signal}` : `exited with code ${code}`;

/** A test throws something that throws when it is read. @fact */
export const unreadableError = 'An error that cannot be read was thrown.';

/** A test file without tests failed. @fact */
export const fileEndedBy = (how: string) => `The process of the file ${how}.`;
