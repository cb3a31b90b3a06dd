import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { collect } from '../../../scripts/processes.mjs';

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

/** Observes a process with the suite, from its start. @returns `over` resolves after the last test */
export function observe(child: ChildProcessByStdio<null, Readable, Readable>): {
  over: Promise<void>;
  end: Promise<End>;
} {
  const { ended } = collect(child);
  let overAt = Number.NaN;
  const over = once(child.stdout, 'data').then(() => {
    overAt = performance.now();
  });
  const end = ended.then(({ code, stderr }) => ({ later: performance.now() - overAt, code, errorOutput: stderr }));
  return { over, end };
}
