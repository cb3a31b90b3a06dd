import { Observer } from './observer.js';

/**
 * `node --import @testpoint/node-test/setup` loads this in the runner and in the process of each test file. Without our
 * reporter it does nothing.
 */
try {
  new Observer().observe();
} catch {
  // Tests then run without observation.
}
