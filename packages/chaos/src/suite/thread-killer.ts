/**
 * Kills delivery threads of the process that loads it. Load it before core, because core captures `Worker` when it loads:
 * preloaded (`--import`), it kills the first one after a given time.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker, WorkerOptions } from 'node:worker_threads';

/** Milliseconds after which the first thread is killed. */
const LIFETIME = Number(process.env.CHAOS_THREAD_LIFETIME);
const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };
const living = new Set<Worker>();
let isFirst = true;

threads.Worker = class extends threads.Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(script, options);
    if (options?.name !== 'testpoint-delivery') return;
    living.add(this);
    this.once('exit', () => living.delete(this));
    if (LIFETIME > 0 && isFirst) setTimeout(() => void this.terminate(), LIFETIME).unref();
    isFirst = false;
  }
};
syncBuiltinESMExports();

/** Kills those that are running, in the middle of whatever they do. */
export async function killThreads(): Promise<void> {
  await Promise.all([...living].map((worker) => worker.terminate()));
}
