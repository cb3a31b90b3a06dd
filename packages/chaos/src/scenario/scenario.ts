import type { DeliverySettings } from '@testpoint/core/cli';
import type { Faults } from '@testpoint/reference-server';
import type { NetworkFaults } from '../network/cutting-proxy.js';
import type { Ended, SuiteCommand } from '../suite/suite-process.js';
import type { Disguise } from './lock-disguise.js';

/** Everything that happens to some suites that report into one service, and to their leftovers. */
export interface Scenario {
  suites: Suite[];
  /** Whether the suites run at the same time or one after the other. */
  atOnce: boolean;
  /** Whether each suite has its own outbox, as on separate machines. */
  ownOutboxes?: true;
  /** Whether the run already exists, or each suite creates its own. */
  run: 'given' | 'created';
  /** Settings of every suite and flush; times in milliseconds. */
  settings: DeliveryChoices;
  /** How the service fails, until the last flush. */
  faults: Faults | undefined;
  /** How connections fail, until the last flush. */
  network: NetworkFaults;
  /** Events while the suites run. */
  events: TimedEvent[];
  /** Changes to the outbox after the suites have ended. */
  outbox: OutboxEvent[];
  /** Flushes while the service still fails. A last one follows when everything works again. */
  flushes: PlannedFlush[];
  /** Whether no event loses the answer to a write, so that no result may arrive twice. */
  losesNoAnswer: boolean;
}

/** What may differ from a scenario in which nothing fails. */
export type Changes = Partial<Omit<Scenario, 'suites' | 'settings'>> & { settings?: Partial<DeliveryChoices> };

/** A scenario in which nothing fails, except for these changes. */
export function scenarioOf(suites: Suite[], { settings, ...changes }: Changes): Scenario {
  return {
    ...{ suites, atOnce: false, run: 'given', faults: undefined, network: () => undefined },
    ...{ events: [], outbox: [], flushes: [], losesNoAnswer: true },
    ...changes,
    settings: { ...SETTINGS, ...settings },
  };
}

/** Enough time for everything, so that a busy machine loses no answer to a timeout; milliseconds. */
const SETTINGS: DeliveryChoices = {
  ...{ requestTimeout: 20_000, closeTimeout: 30_000, batchSize: 3, concurrency: 16 },
  api: 'v2',
};

/** A suite of any framework. */
export interface Suite {
  /** Prepares its folder, and returns how to start it. `environment` contains the settings. */
  prepare(folder: string, environment: Record<string, string>): SuiteCommand;
  /** External ids of all tests that it may report. */
  externalIds: readonly string[];
  /** How it ends by itself. A killed suite ends by the signal instead. */
  end: Ended;
  /** How it ends after a signal that does not end it. */
  endAfterSignal?: Partial<Record<NodeJS.Signals, Ended>>;
  /** Whether it reports unfinished tests as Blocked when it is interrupted. */
  reportsCutShort?: true;
  /** Whether attachments are known only when the test's file has ended, so that an earlier kill leaves only the verdict. */
  attachesLate?: true;
  /** Whether its process exits before all of its tests have run. */
  endsEarly?: true;
  /** How often its delivery thread is killed. */
  threadDeaths: number;
}

/** Times in milliseconds. */
export interface DeliveryChoices extends Pick<DeliverySettings, OfFlushes> {
  closeTimeout: number;
  api: 'v2' | 'legacy';
}

type OfFlushes = 'requestTimeout' | 'batchSize' | 'concurrency';

/** When an event happens: after this many announcements of all suites together; with 0, before they begin. */
export interface TimedEvent {
  after: number;
  /** Milliseconds after that. */
  delay?: number;
  do:
    | { what: 'service goes down' | 'service comes back' | 'service restarts' | 'connections break' | 'flush' }
    /** Two processes flush the outbox of the first suite until it has ended. */
    | { what: 'flush again and again' }
    /** Like the clean-up of a test that deletes all of the project's temporary folders. */
    | { what: 'outbox is removed' }
    | { what: 'signal'; suite: number; signal: 'SIGKILL' | 'SIGTERM' }
    /** Suspend the suite, flush while its lock looks like this, and resume it. */
    | { what: 'flush while suspended'; suite: number; lock: Disguise };
}

export type OutboxEvent =
  /** The outbox was moved to another folder. */
  | 'moves'
  /** The outbox was copied to another machine shortly after its suite used it. */
  | 'is a copy from another machine'
  /** Half a line follows the last one: a write that a crash cut short. */
  | 'gets half a line'
  /** Each session gets named pipes at the places of its files: of a lock, and of the mark that it is reported. */
  | 'gets named pipes'
  /** The last line is cut short, so its content may be missing. */
  | 'loses half a line'
  /** The last line of the record of deliveries is cut short. */
  | 'forgets half a mark';

export interface PlannedFlush {
  /** Number of simultaneous flushes. */
  atOnce: number;
  /** Whether all faults end before it. */
  isHealed?: true;
  /** Time after which it gives up, milliseconds. */
  timeout: number;
  /** It runs in its own process, which is killed after this many answers. */
  killedAfter?: number;
}
