import type { RecordedResult, TestStatus } from '@testpoint/core';
import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity } from './open-test.js';

/** A test that Mocha has not reported on. */
export interface SilentTest {
  id: string;
  identity: Identity;
  /** Whether its author skips it, so that it was never meant to run. */
  skipped: boolean;
}

/** What we remember of a result after handing it over: Mocha may still fail its test much later. */
export interface HandedOver {
  result: RecordedResult;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Milliseconds. */
  duration: number | undefined;
}

/** Knows the tests. Serial mode knows all of them from the start; parallel mode knows those that its workers announce. */
export interface Roster {
  /** The root suite begins or has ended. In parallel mode it is that of one file. */
  beginFile(root: MochaSuite): void;
  endFile(): void;
  identify(test: MochaTest): Identity;
  /** A test's record has been handed over. */
  reported(test: MochaTest, status: TestStatus, as: HandedOver | undefined): void;
  /** The result of a test, if its record was handed over. */
  handedOver(test: MochaTest): HandedOver | undefined;
  /** Tests of the suite, or all tests, that were neither reported nor returned before, in declaration order. */
  takeSilent(suite?: MochaSuite): SilentTest[];
  /** Whether a suite that begins has tests to run, so that its hooks belong to them. */
  hasTestToRun(suite: MochaSuite): boolean;
}
