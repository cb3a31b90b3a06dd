import type { Settings } from '@testpoint/core/cli';
import { type ServiceClient, ServiceError } from '@testpoint/core/service';
import { CommandFailure, EXIT } from '../failure.js';
import { invocation } from '../invocation.js';
import type { Patience } from '../retries.js';
import { createRun, moveRun } from '../run.js';
import { paintError, say } from '../terminal.js';
import * as messages from './messages.js';

/** The run that a command reports into. */
export interface Run {
  /** Undefined if the service could not create it yet. */
  id: string | undefined;
  /** Whether we created it and therefore end it. */
  created: boolean;
}

/** The status of a run at the service; undefined if it is not available soon. @param patience milliseconds */
export async function statusOf(
  service: ServiceClient,
  id: string,
  projectGlobalId: number,
  patience: number,
): Promise<string | undefined> {
  try {
    const runs = await service.listRuns(projectGlobalId, {
      signal: AbortSignal.timeout(Math.ceil(Math.min(patience, STATUS_PATIENCE))),
    });
    return runs.find((run) => run.id?.toLowerCase() === id.toLowerCase())?.status;
  } catch {
    // The status is only information, so it is not worth an error at the end of a command.
    return undefined;
  }
}

/**
 * How long exec waits for the service before its command, and how long without progress after it; milliseconds. A suite
 * waits as long at its end.
 */
export const EXEC_PATIENCE = 4_500;
/** The minimum that is left for the service on a slow machine, milliseconds. */
const LEAST_PATIENCE = 1_000;
/** The longest wait for a run's status, milliseconds: short, because the status is only information. */
const STATUS_PATIENCE = 1_000;
/** Number of tries per request: few, because the user is waiting for the command. */
const FEW_TRIES = 2;

/**
 * Gets the run for a command: the given one, or a new one, started. If the service is slow, this continues while the command
 * runs, so that a run is not created twice.
 */
export class RunProvider {
  #service: ServiceClient;
  #settings: Settings;
  #run: Run;
  #abort = new AbortController();
  /** The attempt in progress. Its result is undefined if the settings don't say how to create a run. */
  #attempt: Promise<Run | undefined> | undefined;
  /** Whether the command is running, so that our messages would interrupt its output. */
  #isQuiet = false;
  /** Until when the service asked us to wait, by `performance.now`. */
  #heldUntil = 0;

  constructor(service: ServiceClient, settings: Settings) {
    this.#service = service;
    this.#settings = settings;
    this.#run = { id: settings.testRunId, created: settings.testRunId === undefined };
  }

  /** Undefined if the command handles its run itself. */
  async before(): Promise<Run | undefined> {
    // Measured from the start of the process, because loading it delays the command as well.
    const run = await this.#within(
      Math.max(LEAST_PATIENCE, EXEC_PATIENCE - (performance.now() - invocation().startedAt)),
    );
    if (run === 'late') {
      say(paintError.red(messages.tooSlow(this.#run.id, EXEC_PATIENCE / 1000)));
      this.#sayWhereResultsGo();
    }
    this.#isQuiet = true;
    return run === 'late' ? { ...this.#run } : run;
  }

  /** Gets the run again when the command is over. @param isNeeded whether the command has left results for it */
  async after(isNeeded: boolean): Promise<Run> {
    this.#isQuiet = false;
    if (this.#run.id === undefined && (isNeeded || this.#attempt !== undefined)) await this.#within(EXEC_PATIENCE);
    return { ...this.#run };
  }

  /** Cancels requests in progress. */
  end(): void {
    this.#isQuiet = true;
    this.#abort.abort();
  }

  #within(patience: number): Promise<Run | undefined | 'late'> {
    if (performance.now() < this.#heldUntil) return Promise.resolve({ ...this.#run });
    this.#attempt ??= this.#createAndStart().finally(() => {
      this.#attempt = undefined;
    });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve('late'), patience);
      this.#attempt?.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async #createAndStart(): Promise<Run | undefined> {
    const run = this.#run;
    const patience: Patience = {
      tries: FEW_TRIES,
      obeyed: EXEC_PATIENCE,
      signal: this.#abort.signal,
      isQuiet: () => this.#isQuiet,
    };
    try {
      run.id ??= await createRun(this.#service, this.#settings, patience);
      await moveRun(this.#service, 'start', run.id, patience);
      this.#say(`Testpoint: run ${run.id} ${run.created ? 'created and ' : ''}started`);
      return run;
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      if (error.cause instanceof ServiceError) {
        this.#heldUntil = performance.now() + (error.cause.retryAfterMs ?? 0);
      }
      this.#say(paintError.red(`Testpoint: ${error.message}`));
      if (run.id === undefined && error.exitCode === EXIT.usage) {
        this.#say(messages.ownSettings);
        return undefined;
      }
      this.#sayWhereResultsGo();
      return run;
    }
  }

  #sayWhereResultsGo(): void {
    const { id } = this.#run;
    this.#say(id === undefined ? messages.resultsWait : messages.reportsAnyway(id));
  }

  #say(text: string): void {
    if (!this.#isQuiet) say(text);
  }
}
