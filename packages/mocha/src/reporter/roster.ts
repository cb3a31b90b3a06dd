import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity } from './open-test.js';

/** A test that may not have run. */
export interface SilentTest {
  id: string;
  identity: Identity;
  /** Whether its author skips it, so that it was never meant to run. */
  skipped: boolean;
}

/** Knows the tests. Serial mode knows all of them from the start; parallel mode knows those that its workers declare. */
export interface Roster {
  /** The root suite begins or has ended. In parallel mode it is that of one file. */
  beginFile(root: MochaSuite): void;
  endFile(): void;
  identify(test: MochaTest): Identity;
  /** Tests of the suite, or all tests, that Mocha may not have reported on, in declaration order. */
  silent(suite?: MochaSuite): SilentTest[];
  /** Whether a suite that begins has tests to run, so that its hooks belong to them. */
  hasTestToRun(suite: MochaSuite): boolean;
}
