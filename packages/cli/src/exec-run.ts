import type { Settings } from '@testpoint/core';
import { type ServiceClient, ServiceError } from '@testpoint/core/service';
import { CommandFailure, EXIT } from './failure.js';
import type { Patience } from './retries.js';
import { createRun, moveRun } from './run.js';
import { paintError, say } from './terminal.js';

/** The run that a command reports into. */
export interface Run {
  /** Undefined: the service could not make it yet. */
  id: string | undefined;
  /** We make it, so it is ours to end. */
  created: boolean;
}

/** What the service shows a run as; undefined where it does not say so. @param patience milliseconds */
export async function statusOf(
  service: ServiceClient,
  id: string,
  projectGlobalId: number,
  patience: number,
): Promise<string | undefined> {
  try {
    const runs = await service.listRuns(projectGlobalId, {
      signal: AbortSignal.timeout(Math.ceil(Math.min(patience, LEAST_PATIENCE))),
    });
    return runs.find((run) => run.id?.toLowerCase() === id.toLowerCase())?.status;
  } catch {
    // What is said of the run is worth no trouble at the end of a command.
    return undefined;
  }
}

/** What exec waits for the service before its command, and after it without progress, milliseconds; as a suite does at its end. */
export const EXEC_PATIENCE = 4_500;
/** The least of it that is left for the service where the machine is slow, milliseconds. */
const LEAST_PATIENCE = 1_000;
/** Where somebody waits for something else to begin. */
const FEW_TRIES = 2;

/**
 * Takes the run of a command: the given one, or a new one, started. What the service is slow to do goes on while the
 * command runs, so that a run is not made twice.
 */
export class RunTaking {
  #service: ServiceClient;
  #settings: Settings;
  #run: Run;
  #abort = new AbortController();
  /** The run, when all is done that can be; undefined where the settings don't say of what it is to be made. */
  #taken: Promise<Run | undefined> | undefined;
  /** The command runs: our messages would interrupt its output. */
  #isQuiet = false;
  /** The service wants to be left alone until then, by `performance.now`. */
  #heldUntil = 0;

  constructor(service: ServiceClient, settings: Settings) {
    this.#service = service;
    this.#settings = settings;
    this.#run = { id: settings.testRunId, created: settings.testRunId === undefined };
  }

  /** Undefined: the command looks after itself. */
  async before(): Promise<Run | undefined> {
    // Counted from the start of this process, whose own loading keeps the command waiting as well.
    const run = await this.#within(Math.max(LEAST_PATIENCE, EXEC_PATIENCE - performance.now()));
    if (run === 'late') {
      const { id } = this.#run;
      say(
        paintError.red(
          `Testpoint: the service did not ${id === undefined ? 'create the run' : `start run ${id}`} within ${EXEC_PATIENCE / 1000} s`,
        ),
      );
      this.#sayWhereResultsGo();
    }
    this.#isQuiet = true;
    return run === 'late' ? { ...this.#run } : run;
  }

  /** The run once more, when the command is over. @param isNeeded the command has left results for it */
  async after(isNeeded: boolean): Promise<Run> {
    this.#isQuiet = false;
    if (this.#run.id === undefined && (isNeeded || this.#taken !== undefined)) await this.#within(EXEC_PATIENCE);
    return { ...this.#run };
  }

  /** Gives up what is under way. */
  end(): void {
    this.#isQuiet = true;
    this.#abort.abort();
  }

  #within(patience: number): Promise<Run | undefined | 'late'> {
    if (performance.now() < this.#heldUntil) return Promise.resolve({ ...this.#run });
    this.#taken ??= this.#take().finally(() => {
      this.#taken = undefined;
    });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve('late'), patience);
      this.#taken?.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async #take(): Promise<Run | undefined> {
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
        this.#say('  The command reports with its own settings.');
        return undefined;
      }
      this.#sayWhereResultsGo();
      return run;
    }
  }

  #sayWhereResultsGo(): void {
    const { id } = this.#run;
    this.#say(
      id === undefined ? '  The command’s results wait in the outbox.' : `  The command reports into run ${id} anyway.`,
    );
  }

  #say(text: string): void {
    if (!this.#isQuiet) say(text);
  }
}
