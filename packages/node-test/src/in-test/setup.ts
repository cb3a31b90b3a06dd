import { Observer } from './observer.js';
import { watchRunner } from './watch-runner.js';

/**
 * `node --import @testpoint/node-test/setup` loads this in the runner and in the process of each test file. Without our
 * reporter it does nothing.
 */
try {
  watchRunner(new Observer());
} catch {
  // Tests then run without observation.
}
