import { env } from '@testpoint/core/built-ins';

/** The reporter sets this variable to its process id. */
export const OWNER_VARIABLE = 'TESTPOINT_NODE_TEST';

const { pid, ppid, argv } = process;

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
