import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DeliverySettings, flush } from '@testpoint/core/cli';
import type { ServiceUnderFire } from '../service/service-under-fire.js';
import type { Announcement } from '../suite/announcement.js';
import { describeEnd, type Ended, SuiteProcess } from '../suite/suite-process.js';
import { flushInProcess } from './flushing.js';
import { type Disguise, disguiseLocks } from './lock-disguise.js';
import type { Scenario, Suite, TimedEvent } from './scenario.js';

/** Runs the suites of a scenario, while events affect them and the service. */
export class SuitesUnderFire {
  /** The announcements of each suite. */
  readonly announcements: (readonly Announcement[])[] = [];
  /** The outbox of each suite, or one for all of them. */
  readonly outboxes: string[];
  /** Number of killed processes and threads, with their work in progress. */
  kills = 0;
  /** Number of flushes by other processes while the suites were running. */
  flushes = 0;
  readonly #scenario: Scenario;
  readonly #service: ServiceUnderFire;
  readonly #settings: DeliverySettings;
  readonly #folder: string;
  readonly #processes: SuiteProcess[] = [];
  readonly #signaled = new Map<number, NodeJS.Signals>();
  readonly #events: TimedEvent[];
  #announced = 0;
  /** Events of the service happen one after the other. */
  #happening: Promise<void> = Promise.resolve();
  readonly #flushes: Promise<unknown>[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(scenario: Scenario, service: ServiceUnderFire, settings: DeliverySettings, folder: string) {
    this.#scenario = scenario;
    this.#service = service;
    this.#settings = settings;
    this.#folder = folder;
    this.outboxes = scenario.ownOutboxes
      ? scenario.suites.map((_, index) => join(folder, `outbox-${index}`))
      : [join(folder, 'outbox')];
    for (const { threadDeaths } of scenario.suites) this.kills += threadDeaths;
    this.#events = [...scenario.events].sort((one, other) => one.after - other.after);
  }

  /** Runs them all, each in the environment for its outbox. @returns problems with their ends */
  async run(environment: (outbox: string) => Record<string, string>): Promise<string[]> {
    const { suites, atOnce } = this.#scenario;
    const problems: string[] = [];
    this.#happenUntil(0);
    await this.#happening;
    const one = async (suite: Suite, index: number) => {
      const problem = await this.#runOne(suite, index, environment(this.#outboxOf(index)));
      if (problem !== undefined) problems.push(problem);
    };
    if (atOnce) await Promise.all(suites.map(one));
    else for (const [index, suite] of suites.entries()) await one(suite, index);
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#happening;
    await Promise.all(this.#flushes);
    return problems;
  }

  /** Whether a signal was sent to one of them. */
  get wereSignaled(): boolean {
    return this.#signaled.size > 0;
  }

  async #runOne(suite: Suite, index: number, environment: Record<string, string>): Promise<string | undefined> {
    const command = suite.prepare(join(this.#folder, `suite-${index}`), environment);
    const process = new SuiteProcess(command, () => this.#happenUntil(++this.#announced));
    this.#processes[index] = process;
    this.announcements.push(process.announcements);
    const ended = await process.endedWithin(PATIENCE);
    if (ended === undefined) return `suite ${index} did not end within ${PATIENCE} ms\n${process.output}`;
    const wanted = expectedEnd(suite, this.#signaled.get(index), ended);
    if (ended.code === wanted.code && ended.signal === wanted.signal) return undefined;
    return `suite ${index} ended with ${describeEnd(ended)}, not with ${describeEnd(wanted)}\n${process.output}`;
  }

  #outboxOf(suite: number): string {
    return this.outboxes[suite] ?? this.outboxes[0] ?? '';
  }

  #happenUntil(announced: number): void {
    for (;;) {
      const [event] = this.#events;
      if (event === undefined || event.after > announced) return;
      this.#events.shift();
      if (event.delay === undefined) this.#happen(event);
      else this.#timers.add(setTimeout(() => this.#happen(event), event.delay));
    }
  }

  #happen({ do: event }: TimedEvent): unknown {
    const { proxy } = this.#service;
    const next = (action: () => Promise<void>) => {
      this.#happening = this.#happening.then(action);
    };
    switch (event.what) {
      case 'signal':
        return this.#signal(event.suite, event.signal);
      case 'flush':
        return this.#flushes.push(flush({ directory: this.outboxes, settings: this.#settings, timeout: 2_000 }));
      case 'flush again and again':
        return this.#flushes.push(...Array.from({ length: FLUSHING }, () => this.#flushAgainAndAgain()));
      case 'outbox is removed':
        // The suite goes on writing, so a folder may be filled again before it is removed.
        for (const outbox of this.outboxes) rmSync(outbox, { recursive: true, force: true, maxRetries: 10 });
        break;
      case 'flush while suspended':
        return this.#flushes.push(this.#flushWhileSuspended(event.suite, event.lock));
      case 'connections break':
        return proxy.cutAll('reset');
      case 'service goes down':
        return next(() => proxy.goDown());
      case 'service comes back':
        return next(() => proxy.comeBack());
      case 'service restarts':
        return next(() => this.#service.restart());
    }
  }

  async #flushAgainAndAgain(): Promise<void> {
    for (; !this.#processes[0]?.hasEnded; this.flushes++) {
      await flushInProcess({ directory: this.outboxes, settings: this.#settings });
    }
  }

  async #flushWhileSuspended(index: number, lock: Disguise): Promise<void> {
    const process = this.#processes[index];
    if (process === undefined || process.hasEnded) return;
    const directory = this.#outboxOf(index);
    process.kill('SIGSTOP');
    // Answers from this time may be too late for the suite, and count as lost.
    this.kills++;
    try {
      disguiseLocks(directory, lock);
      await flush({ directory, settings: this.#settings, timeout: 20_000 });
    } finally {
      process.kill('SIGCONT');
    }
  }

  #signal(index: number, signal: NodeJS.Signals): void {
    const process = this.#processes[index];
    if (process === undefined || process.hasEnded) return;
    this.kills++;
    this.#signaled.set(index, signal);
    process.kill(signal);
  }
}

/** How many processes flush again and again. */
const FLUSHING = 2;

/** A suite that takes longer than this counts as hanging; milliseconds. */
const PATIENCE = 180_000;

/** A signal may be too late, because the suite is already over. */
function expectedEnd({ end, endAfterSignal }: Suite, signal: NodeJS.Signals | undefined, ended: Ended): Ended {
  if (signal === undefined || (ended.code === end.code && ended.signal === end.signal)) return end;
  return endAfterSignal?.[signal] ?? { code: null, signal };
}
