import { type DeliverySettings, type FlushOptions, type FlushReport, flush } from '@testpoint/core/cli';
import { type Started, start } from '../../../../scripts/processes.mjs';
import { FLUSH_PROCESS } from '../programs.js';
import type { ServiceUnderFire } from '../service/service-under-fire.js';
import type { PlannedFlush } from './scenario.js';

/** The order for a flush in its own process, on its standard input. */
export type FlushOrder = Pick<FlushOptions, 'directory' | 'settings' | 'timeout'>;

/** Its report at the end, on standard output. */
export interface FlushAccount {
  report: FlushReport;
  /** Peak memory of the process, bytes (resident set). */
  peakMemory: number;
  /** Milliseconds. */
  took: number;
}

/** Flushes as planned; a plan may kill its flush. Resolves with the number of killed processes. */
export async function flushAsPlanned(
  { atOnce, timeout, killedAfter }: PlannedFlush,
  directory: string[],
  settings: DeliverySettings,
  service: ServiceUnderFire,
): Promise<number> {
  if (killedAfter === undefined) {
    await Promise.all(Array.from({ length: atOnce }, () => flush({ directory, settings, timeout })));
    return 0;
  }
  const { child, ended } = startFlush({ directory, settings, timeout });
  let killed = 0;
  service.proxy.watchAnswers((answers) => {
    if (answers !== killedAfter) return;
    killed = 1;
    child.kill('SIGKILL');
  });
  await ended;
  service.proxy.watchAnswers(undefined);
  return killed;
}

/** A flush in its own process. */
export async function flushInProcess(order: FlushOrder): Promise<FlushAccount> {
  const { code, stdout } = await startFlush(order).ended;
  if (code !== 0) throw new Error(`The flush process ended with ${code}`);
  return JSON.parse(stdout) as FlushAccount;
}

function startFlush(order: FlushOrder): Started {
  const started = start(process.execPath, [FLUSH_PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.child.stdin?.on('error', () => {});
  started.child.stdin?.end(JSON.stringify(order));
  return started;
}
