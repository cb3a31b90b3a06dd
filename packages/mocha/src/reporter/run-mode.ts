import type { StepRecord } from '@testpoint/core';
import type { WhyNotRun } from '@testpoint/core/adapter';
import type { ChannelData, TestData } from '@testpoint/core/test-api';
import type { MochaHook, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import type { Identity, SeenAttempt } from './open-test.js';

/** A test that may not have run. */
export interface SilentTest {
  id: string;
  identity: Identity;
  /** Whether its author skips it, so that it was never meant to run. */
  skipped: boolean;
}

export type Warn = (warning: ChannelData['warning']) => void;

/** The differences between a run in this process (serial mode) and a run in workers (parallel mode). */
export interface RunMode {
  /** Whether events arrive as they happen, so that we can use our own clock, and the process may be killed between two of them. */
  readonly live: boolean;
  /** The data that is missing without the setup file. */
  readonly unseen: string;
  /** Why a test without any event did not run. */
  readonly lost: WhyNotRun;
  /** Whether the setup file is loaded, as far as we know: it has observed something. */
  readonly hasSeen: boolean;
  /** The root suite begins or has ended. In parallel mode it is that of one file. */
  beginFile?(root: MochaSuite): void;
  endFile?(): void;
  /** Reads the rest of the channel. */
  readRest?(): void;
  end(): void;
  identify(test: MochaTest): Identity;
  /** Tests of the suite, or all tests, that Mocha may not have reported on, in declaration order. */
  silent(suite?: MochaSuite): SilentTest[];
  /** The setup file's observations of a hook that has just ended. */
  takeHook(hook: MochaHook): StepRecord | undefined;
  /** The same for an attempt, so far. */
  attempt(test: MochaTest): SeenAttempt | undefined;
  /** Only if live: whether a test that has ended keeps its result: no hook follows, and Mocha will not fail it once more. */
  isFinal?(test: MochaTest): boolean;
  /** The identity of a test that began and never ended. */
  identityOf?(id: string): TestData | undefined;
}
