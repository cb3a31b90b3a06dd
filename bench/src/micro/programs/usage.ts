import { readFileSync } from 'node:fs';

/** This program's input. Its shape is the caller's word: both are built together. */
export function input<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** CPU time of the whole process so far, user and system, milliseconds. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const MAIN_THREAD = `/proc/${process.pid}/task/${process.pid}/schedstat`;

/** CPU time of the main thread so far, milliseconds; where the system does not tell (it is Linux that does), of the process. */
export function mainThreadCpu(): number {
  try {
    return Number(readFileSync(MAIN_THREAD, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return processCpu();
  }
}

/** The most memory that the process ever had, MiB. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS / 1024;
}
