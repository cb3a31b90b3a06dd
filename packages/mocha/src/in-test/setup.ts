import { loadedMochas } from './mocha-module.js';
import { RunObserver } from './run-observer.js';
import { isReportersWorker, isWorker } from './setup-process.js';

// `mocha --require @testpoint/mocha/setup` loads this before the reporter, in Mocha's process and in each of its workers.
if (!isWorker() || isReportersWorker()) {
  const observer = new RunObserver(isWorker());
  for (const { module } of loadedMochas()) observer.observe(module);
}
