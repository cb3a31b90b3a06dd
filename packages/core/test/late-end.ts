import { type EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { start } from '../../../scripts/processes.mjs';

/** A suite that prints something when its last test is over. Its argument is JSON. */
export const SUITE = fileURLToPath(new URL('./fixtures/late-end.mjs', import.meta.url));
/** How much we may delay the end of a suite, as promised; milliseconds. */
export const LATEST = 6_000;

export interface End {
  /** Time from the end of the last test to the end of the process, milliseconds. */
  later: number;
  code: number | null;
  errorOutput: string;
}

/** Starts a program with the suite. @returns `over` resolves after the last test */
export function startLateEnd(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { over: Promise<void>; end: Promise<End> } {
  const { child, ended } = start(program, args, { env: { PATH: process.env.PATH, ...env } });
  let overAt = Number.NaN;
  const over = once(child.stdout as EventEmitter, 'data').then(() => {
    overAt = performance.now();
  });
  const end = ended.then(({ code, stderr }) => ({ later: performance.now() - overAt, code, errorOutput: stderr }));
  return { over, end };
}
