import type { AttemptRecord } from '@testpoint/core';

/** The actions of a scripted suite, test by test. Everything is decided before it begins. */
export interface SuiteScript {
  /** Identifies the suite in its scenario; part of its ids. */
  name: string;
  /** Folder of the suite. */
  idRoot: string;
  tests: ScriptedTest[];
  ending: Ending;
  /** The suite's exit code, if its ending allows one. */
  exitCode: number;
  /** The delivery thread dies before these tests (from 0). */
  threadDiesBefore: number[];
  /** Whether the adapter handles signals, like adapters of frameworks that don't handle them. */
  handlesSignals: boolean;
}

/** How a suite ends: it closes the session, calls process.exit without closing, has nothing left to do, or throws. */
export type Ending = 'close' | 'exit' | 'run-out' | 'throw';

export interface ScriptedTest {
  status: 'passed' | 'failed' | 'skipped' | 'not-run';
  /** Number of attempts, at least 1. All except the last fail. */
  attempts: number;
  /** Duration of each attempt, milliseconds. */
  duration: number;
  /** Whether the test blocks the event loop instead of waiting. */
  isBusy: boolean;
  attachments: ScriptedAttachment[];
}

/** A test that passes at once after this many milliseconds. */
export function passing(duration: number): ScriptedTest {
  return { status: 'passed', attempts: 1, duration, isBusy: false, attachments: [] };
}

export interface ScriptedAttachment {
  /** Passed as content, as a file of the suite that is deleted at once, or as a file that the framework owns. */
  from: 'body' | 'file' | 'owned-file';
  bytes: number;
  /** Attachments with the same number have the same content. */
  content: number;
}

export const OUTCOMES = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped', 'not-run': 'Blocked' } as const;

export const FILE = 'scripted.test.ts';

/** A test's attempt with one step, as a framework package records it. */
export function scriptedAttempt(status: AttemptRecord['status'], startedAt: number, endedAt: number): AttemptRecord {
  return {
    ...{ status, startedAt, endedAt, setup: [], teardown: [], attachments: [] },
    errors: status === 'failed' ? [{ message: 'Error: it broke', stack: `Error: it broke\n    at ${FILE}:1:1` }] : [],
    body: [{ title: 'a step', startedAt, endedAt, status }],
  };
}

/** External id of a scripted test. */
export function externalIdOf(suite: string, test: number): string {
  return `${FILE} > ${suite} > test ${test}`;
}
