// Messages: Frameworks and test API

/** A hook of a suite failed. @fact */
export const suiteFailed = (suite: string) => `${suite} failed`;

/** The process of a test file ended early. @fact */
export const fileEnded = (file: string, how: string) => `${file}: its process ${how}`;

/** Files without a result: the process ended. @fact */
export const exitedEarly = 'The process exited before the run ended.';

/** Files without a result: the run was interrupted. @fact */
export const interruptedEarly = (signal: string) => `The run was interrupted (${signal}) before the run ended.`;

/** node:test without the setup file. */
export const notRecorded =
  'Not recorded: hooks, steps, attachments and parameters. To record them: node --import @testpoint/node-test/setup --test …';
