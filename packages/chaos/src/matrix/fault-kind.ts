import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FaultRule } from '@testpoint/reference-server';
import type { Cut } from '../network/relay.js';
import { type Changes, type Scenario, type Suite, scenarioOf, type TimedEvent } from '../scenario/scenario.js';

/** One row of the matrix: a named kind of failure, as changes to a scenario and to its suite. */
export interface FaultKind extends Changes {
  name: string;
  /** Further variables of the suite's process. */
  env?: Record<string, string>;
  /** Limits of the suite's process, as arguments of `ulimit`. */
  limits?: string;
  /** How often the variables kill the delivery thread. */
  threadDeaths?: number;
  /** The suite's process exits after this many announcements, which is also its exit code. */
  exitsAfter?: number;
  /** Whether a file is where the outbox should be. */
  noOutbox?: true;
  /** Whether it does not work on Windows. */
  posix?: true;
}

/** For faults that only a timeout ends, and that lose answers. */
export const IMPATIENT = { settings: { requestTimeout: 700, closeTimeout: 3_000 }, losesNoAnswer: false } as const;

/** The service misbehaves, but every answer to a write arrives. */
export function serviceKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, faults: { rules } };
}

/** The service misbehaves, and answers to writes are lost. */
export function losingKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, faults: { rules }, ...IMPATIENT };
}

/** Every third connection breaks in the same way. */
export function networkKind(name: string, cut: Cut, delay?: number): FaultKind {
  const fault = { cut, ...(delay !== undefined && { delay }) };
  return { name, network: (connection) => (connection % 3 === 1 ? fault : undefined), ...IMPATIENT };
}

/** Something happens while the suite runs. */
export function eventKind(name: string, ...events: TimedEvent[]): FaultKind {
  return { name, events, ...IMPATIENT };
}

/** One cell of the matrix: a suite with one kind of fault. */
export function cell(kind: FaultKind, suite: Suite): Scenario {
  const { name: _, env, limits, threadDeaths = 0, exitsAfter, noOutbox, posix: __, ...changes } = kind;
  const afflicted: Suite = {
    ...suite,
    ...(exitsAfter !== undefined && { end: { code: exitsAfter, signal: null }, endsEarly: true as const }),
    threadDeaths: suite.threadDeaths + threadDeaths,
    prepare(folder, environment) {
      const command = suite.prepare(folder, environment);
      const own = {
        ...(noOutbox && withoutOutbox(environment.TMS_OUTBOX_DIR ?? '', folder)),
        ...(exitsAfter !== undefined && { CHAOS_EXIT_AFTER: `${exitsAfter}` }),
      };
      return { ...command, limits, env: { ...command.env, ...env, ...own } };
    },
  };
  return scenarioOf([afflicted], changes);
}

/** Puts a file where the outbox should be. @returns variables by which the fallback outbox goes into a folder of the scenario */
function withoutOutbox(outbox: string, folder: string): Record<string, string> {
  mkdirSync(dirname(outbox), { recursive: true });
  writeFileSync(outbox, 'a file where the outbox should be');
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  return { TMPDIR: temporary, TEMP: temporary };
}
