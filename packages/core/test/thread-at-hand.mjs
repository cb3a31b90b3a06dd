// Preloaded into a suite's process, which can then end the delivery thread: `globalThis.deliveryThread`.
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    globalThis.deliveryThread = this;
  }
};
syncBuiltinESMExports();
