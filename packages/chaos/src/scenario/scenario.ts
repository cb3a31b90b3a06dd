import type { Faults } from '@testpoint/reference-server';
import type { NetworkFaults } from '../network/cutting-proxy.js';
import type { Ended, SuiteCommand } from '../suite/suite-process.js';
import type { Disguise } from './lock-disguise.js';

/** All that happens to some suites that report into one service, and to what they leave behind. */
export interface Scenario {
  /** In one or a few words, for people. */
  name: string;
  suites: Suite[];
  /** The suites run all at once, or one after the other. */
  atOnce: boolean;
  /** The run is there before, or each suite creates one of its own. */
  run: 'given' | 'created';
  /** Settings of every suite and flush, times in milliseconds. */
  settings: DeliveryChoices;
  /** How the service fails, until the last flush. */
  faults: Faults | undefined;
  /** How connections fail, until the last flush. */
  network: NetworkFaults;
  /** What happens while the suites run. */
  events: TimedEvent[];
  /** What happens to the outbox when the suites are over. */
  outbox: OutboxEvent[];
  /** Flushes while the service still fails. A last one follows when everything is well again. */
  flushes: PlannedFlush[];
  /** Nothing in here loses an answer after the service has written: not one result may come twice. */
  losesNoAnswer: boolean;
}

/** A suite of whatever framework. */
export interface Suite {
  /** Prepares its folder, and says how it is started. `environment` holds the settings. */
  prepare(folder: string, environment: Record<string, string>): SuiteCommand;
  /** Of every test that it may report. */
  externalIds: readonly string[];
  /** How it ends by itself. A killed suite ends by the signal instead. */
  end: Ended;
  /** How it ends after a signal, where it is not ended by it. */
  endAfterSignal?: Partial<Record<NodeJS.Signals, Ended>>;
  /** Interrupted, it reports tests that never ended, as Blocked. */
  reportsCutShort?: true;
  /** What a test attached is known only when its file has ended: a kill before that leaves the verdict alone. */
  attachesLate?: true;
  /** How often its delivery thread is killed. */
  threadDeaths: number;
}

export interface DeliveryChoices {
  requestTimeout: number;
  closeTimeout: number;
  batchSize: number;
  flushInterval: number;
  concurrency: number;
  resultsBody: 'auto' | 'array' | 'object';
  api: 'v2' | 'legacy';
}

/** Happens when the suites have announced so much, all of them counted together; with 0, before they begin. */
export interface TimedEvent {
  after: number;
  /** Milliseconds later. */
  delay?: number;
  do:
    | { what: 'service goes down' | 'service comes back' | 'service restarts' | 'connections break' | 'flush' }
    /** As a test's clean-up does that removes all of the project's temporary folders. */
    | { what: 'outbox is removed' }
    | { what: 'signal'; suite: number; signal: 'SIGKILL' | 'SIGTERM' }
    /** Suspended; flushed while its lock looks like that; resumed. */
    | { what: 'flush while suspended'; suite: number; lock: Disguise };
}

export type OutboxEvent =
  /** The outbox is found in another folder. */
  | 'moves'
  /** What is found is a copy of the outbox, made on another machine a moment after its suite was there. */
  | 'is a copy from another machine'
  /** Half a line follows the last one: a write that a crash has cut short. */
  | 'gets half a line'
  /** The last line is cut short: what it said is excused. */
  | 'loses half a line'
  /** The last line of what delivery remembers is cut short. */
  | 'forgets half a mark';

export interface PlannedFlush {
  /** Flushes at once. */
  atOnce: number;
  /** Everything is well again before it. */
  isHealed?: true;
  /** Milliseconds after which it gives up. */
  timeout: number;
  /** It runs in a process of its own, which is killed when so many answers have come. */
  killedAfter?: number;
}
