import { readFileSync } from 'node:fs';
import { peakMemory as peakBytes } from '../../../../scripts/peak-memory.mjs';

/** This program's input. Its type is the caller's, because both are built together. */
export function input<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** CPU time of the whole process so far, user and system, milliseconds. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const MAIN_THREAD = `/proc/${process.pid}/task/${process.pid}/schedstat`;

/** CPU time of the main thread so far, milliseconds. On systems other than Linux, that of the process. */
export function mainThreadCpu(): number {
  try {
    return Number(readFileSync(MAIN_THREAD, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return processCpu();
  }
}

/** Peak memory of the process, MiB. */
export function peakMemory(): number {
  return peakBytes() / 2 ** 20;
}

/** Does some work, and prints its wall and CPU time and the peak of memory, together with the figures that it returns. */
export async function measured(work: () => Promise<Record<string, number>>): Promise<void> {
  const begun = performance.now();
  const cpuBegun = processCpu();
  const figures = await work();
  const [wall, cpu] = [performance.now() - begun, processCpu() - cpuBegun];
  const begunAt = performance.timeOrigin + begun;
  console.log(JSON.stringify({ wall, cpu, peak: peakMemory(), begunAt, ...figures }));
}
