import type { FaultRule } from '@testpoint/reference-server';
import type { Cut } from '../network/relay.js';
import type { Scenario, TimedEvent } from '../scenario/scenario.js';

/** One row of the matrix: a named way in which something fails. */
export interface FaultKind {
  name: string;
  /** What is different from a scenario in which nothing fails. */
  changes: Partial<Omit<Scenario, 'settings' | 'suites'>>;
  /** Settings that differ, in milliseconds. */
  settings?: Partial<Scenario['settings']>;
  /** The delivery thread is killed so many milliseconds after its start. */
  threadDiesAfter?: number;
  /** Files may not grow beyond so many KiB. */
  diskLimit?: number;
  /** No more files and connections may be open at once. */
  descriptorLimit?: number;
  /** The outbox's place is taken by a file. */
  noOutbox?: true;
  /** Not on Windows. */
  posix?: true;
}

/** Time for everything, so that no answer is lost to impatience on a busy machine; milliseconds. */
export const PATIENT = { requestTimeout: 20_000, closeTimeout: 30_000 };
/** For what only a time-out ends; milliseconds. */
export const IMPATIENT = { requestTimeout: 700, closeTimeout: 3_000 };

/** The service misbehaves; every answer to what it has written arrives. */
export function serviceKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, changes: { faults: { rules } }, settings: PATIENT };
}

/** The service misbehaves, and answers to what it has written are lost. */
export function losingKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, changes: { faults: { rules }, losesNoAnswer: false }, settings: IMPATIENT };
}

/** Every third connection breaks in the same way. */
export function networkKind(name: string, cut: Cut, delay?: number): FaultKind {
  const fault = { cut, ...(delay !== undefined && { delay }) };
  return {
    name,
    changes: { network: (connection) => (connection % 3 === 1 ? fault : undefined), losesNoAnswer: false },
    settings: IMPATIENT,
  };
}

/** Something happens while the suite runs. */
export function eventKind(name: string, ...events: TimedEvent[]): FaultKind {
  return { name, changes: { events, losesNoAnswer: false }, settings: IMPATIENT };
}
