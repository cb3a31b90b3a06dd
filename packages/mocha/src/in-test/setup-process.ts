import { env } from '@testpoint/core/built-ins';

/** In parallel mode, the reporter sets this variable to its process id. */
export const OWNER_VARIABLE = 'TESTPOINT_MOCHA';

const WORKER_SCRIPT = /[\\/]lib[\\/]nodejs[\\/]worker\.c?js$/;

/** Whether this process is a worker of a Mocha in parallel mode. */
export function isWorker(): boolean {
  return WORKER_SCRIPT.test(process.argv[1] ?? '');
}

/** Whether that Mocha is the one that reports, and not one that a test has started. */
export function isReportersWorker(): boolean {
  return env[OWNER_VARIABLE] === String(process.ppid);
}
