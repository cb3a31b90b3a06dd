import type { FaultRule } from '@testpoint/reference-server';
import type { Cut } from '../network/relay.js';
import type { Scenario, TimedEvent } from '../scenario/scenario.js';

/** One row of the matrix: a named kind of failure. */
export interface FaultKind {
  name: string;
  /** Differences from a scenario without failures. */
  changes: Partial<Omit<Scenario, 'settings' | 'suites'>>;
  /** Changed settings, in milliseconds. */
  settings?: Partial<Scenario['settings']>;
  /** Kill the delivery thread this many milliseconds after its start. */
  threadDiesAfter?: number;
  /** The suite's process exits after this many announcements, which is also its exit code. */
  exitsAfter?: number;
  /** After this many announcements, every descriptor of a file in the outbox is closed. */
  closesAfter?: number;
  /** Maximum size of a file, KiB. */
  diskLimit?: number;
  /** Maximum number of open files and connections. */
  descriptorLimit?: number;
  /** Whether a file is where the outbox should be. */
  noOutbox?: true;
  /** Whether it does not work on Windows. */
  posix?: true;
}

/** Enough time for everything, so that a busy machine loses no answer to a timeout; milliseconds. */
export const PATIENT = { requestTimeout: 20_000, closeTimeout: 30_000 };
/** For faults that only a timeout ends; milliseconds. */
export const IMPATIENT = { requestTimeout: 700, closeTimeout: 3_000 };

/** The service misbehaves, but every answer to a write arrives. */
export function serviceKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, changes: { faults: { rules } }, settings: PATIENT };
}

/** The service misbehaves, and answers to writes are lost. */
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
