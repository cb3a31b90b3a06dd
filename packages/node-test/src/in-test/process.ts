import { env, execute, join } from '@testpoint/core/built-ins';

/** The reporter sets this variable to its process id. */
export const OWNER_VARIABLE = 'TESTPOINT_NODE_TEST';

const { pid, ppid, argv, execArgv } = process;

/** The file of `node file.test.js`, in whose process the reporter runs. Its tests wait for the reporter; a hook of all tests doesn't. */
export const ENTRY: string | undefined = isEntry() ? argv[1] : undefined;

function isEntry(): boolean {
  const options = `${join(execArgv, ' ')} ${env.NODE_OPTIONS ?? ''} `;
  return execute(/(?:^| )--test-reporter[= ]/, options) !== null && execute(/(?:^| )--test /, options) === null;
}

/** Whether Node runs a test file in this process alone. */
function isOfOneFile(): boolean {
  return (env.NODE_TEST_CONTEXT ?? '').startsWith('child');
}

/** Whether the reporter is in this process, or has started it, and a test has not. */
export function isReportersProcess(): boolean {
  return env[OWNER_VARIABLE] === `${isOfOneFile() ? ppid : pid}`;
}

/** What the keys of this process' tests begin with: its file, or nothing if it is the reporter's own process. */
export function processKey(): string {
  return isOfOneFile() ? (argv[1] ?? '') : '';
}
