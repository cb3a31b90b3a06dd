import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Worker, WorkerOptions } from 'node:worker_threads';

/** The delivery threads that this process has started since we began to watch. */
export interface ThreadWatch {
  /** Kills running threads, in the middle of whatever they do. */
  kill(): Promise<void>;
}

/**
 * Call it before core is loaded, because core captures `Worker` when it loads.
 * @param lifetime milliseconds after which the first thread is killed automatically
 */
export function watchThreads(lifetime?: number): ThreadWatch {
  const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };
  const living = new Set<Worker>();
  let isFirst = true;
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      super(script, options);
      if (options?.name !== 'testpoint-delivery') return;
      living.add(this);
      this.once('exit', () => living.delete(this));
      if (lifetime !== undefined && isFirst) setTimeout(() => void this.terminate(), lifetime).unref();
      isFirst = false;
    }
  };
  syncBuiltinESMExports();
  return {
    kill: async () => {
      await Promise.all([...living].map((worker) => worker.terminate()));
    },
  };
}
