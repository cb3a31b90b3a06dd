/** The reporter sets it to its process id in parallel mode. */
export const OWNER_VARIABLE = 'TESTPOINT_MOCHA';

const WORKER_SCRIPT = /[\\/]lib[\\/]nodejs[\\/]worker\.c?js$/;

/** Whether this process is a worker of a Mocha in parallel mode. */
export function isWorker(): boolean {
  return WORKER_SCRIPT.test(process.argv[1] ?? '');
}

/** Whether that Mocha is the one that reports, and not one that a test has started. */
export function isReportersWorker(): boolean {
  return process.env[OWNER_VARIABLE] === String(process.ppid);
}
