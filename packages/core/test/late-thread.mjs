// Preloaded into a suite's process: its delivery thread begins to work only when the main thread is idle.
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

const { Worker } = workerThreads;
const START = `
const { workerData } = require('node:worker_threads');
Atomics.wait(workerData.mayStart, 0, 0);
require(workerData.thread);
`;
workerThreads.Worker = class extends Worker {
  constructor(thread, options) {
    const mayStart = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    super(START, { ...options, eval: true, workerData: { ...options.workerData, mayStart, thread: thread.pathname } });
    setImmediate(() => {
      Atomics.store(mayStart, 0, 1);
      Atomics.notify(mayStart, 0);
    });
  }
};
syncBuiltinESMExports();
