import type { RecordedResult, TestStatus } from '@testpoint/core';
import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity } from './open-test.js';

/** A test of which Mocha has said nothing. */
export interface SilentTest {
  id: string;
  identity: Identity;
  /** Its author skips it, so that it was never meant to run. */
  skipped: boolean;
}

/** What is remembered of a result that was handed over: Mocha may fail its test yet, much later. */
export interface HandedOver {
  result: RecordedResult;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Milliseconds. */
  duration: number | undefined;
}

/** Which tests there are. Serial mode knows them all from the start; parallel mode knows what its workers tell. */
export interface Roster {
  /** The root suite begins or has ended: in parallel mode, that of a file. */
  beginFile(root: MochaSuite): void;
  endFile(): void;
  identify(test: MochaTest): Identity;
  /** A test's record has been handed over. */
  reported(test: MochaTest, status: TestStatus, as: HandedOver | undefined): void;
  /** The result of a test that was handed over. */
  handedOver(test: MochaTest): HandedOver | undefined;
  /** Tests of the suite, or all, that were neither reported nor taken before, in declaration order. */
  takeSilent(suite?: MochaSuite): SilentTest[];
  /** Whether tests of a suite that begins are to run, so that hooks to come belong to those. */
  hasTestToRun(suite: MochaSuite): boolean;
}
