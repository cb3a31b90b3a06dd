import type { CreateRun } from '@testpoint/interface';
import type { EndEntry, SessionEntry } from '../../outbox/format/entries.js';
import type { Progress } from '../../outbox/read/progress.js';
import { classifyAnswer } from '../../service/answers/answers.js';
import { ServiceError } from '../../service/errors.js';
import type { TestPointSetting } from '../../settings/settings.js';
import type { SessionClient } from '../requests/session-client.js';

export interface RunContext {
  service: SessionClient;
  progress: Progress;
  /** Whether the session's process is alive. A flush never starts a run that the session did not create. */
  live: boolean;
  /** The run for a journal that names none (from a shard). */
  runId?: string | undefined;
}

/** Nothing can be delivered until someone fixes the problem in the message. */
export class RunUnavailableError extends Error {
  readonly code = 'RUN_UNAVAILABLE';
}

/** A session's run: created or given, started, and ended according to the session's last entry; each only once. */
export class RunControl {
  #context: RunContext;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * The run's id, once the run is started.
   * @param testPoints those named by tests, for a run 'from-tests'
   * @throws RunUnavailableError if there is no run, or the service refuses
   */
  async take({ run }: SessionEntry, testPoints: TestPointSetting[] | undefined): Promise<string> {
    const { progress } = this.#context;
    if ('none' in run) {
      // Until something was sent, a run that was named by mistake can be replaced.
      const named = progress.sent.size === 0 ? this.#context.runId : undefined;
      const given = named ?? progress.runId ?? this.#context.runId;
      if (given === undefined) {
        throw new RunUnavailableError(
          'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed',
        );
      }
      if (progress.runId !== given) progress.markRun(given, false);
      return given;
    }
    if ('use' in run) {
      if (progress.runId === undefined) progress.markRun(run.use, false);
      if (this.#context.live && !progress.started) await this.#startGiven(run.use, run.projectGlobalId);
      return run.use;
    }
    if (progress.runId === undefined) {
      const { testPoints: planned } = run.create;
      const points = planned === 'from-tests' ? (testPoints ?? []) : planned;
      if (planned === 'from-tests' && points.length === 0) {
        throw new RunUnavailableError(
          'no test names its test case, so the run would be empty: call testCase(…), or tag tests with @tc:…',
        );
      }
      const made = await this.#create({ ...run.create, testPoints: points });
      if (progress.runId === undefined) progress.markRun(made, true);
    }
    const id = progress.runId ?? '';
    if (!progress.started) {
      await this.#move('start', () => this.#context.service.startRun(id));
      progress.markStarted();
    }
    return id;
  }

  /** Whether the run still has to be ended. A run that was never created is not created just to be ended. */
  owesEnd(session: SessionEntry, end: EndEntry | undefined): boolean {
    const { progress } = this.#context;
    const isThere = progress.runId !== undefined || 'use' in session.run;
    return isThere && progress.finished === undefined && endOf(session, end, progress.runCreated) !== 'leave';
  }

  /** @param end undefined for a session that died: a run that it created is stopped, a given run is left alone */
  async finish(session: SessionEntry, end: EndEntry | undefined): Promise<void> {
    const { progress, service } = this.#context;
    const how = endOf(session, end, progress.runCreated);
    const id = progress.runId;
    if (progress.finished !== undefined || id === undefined) return;
    if (how === 'complete') await this.#move('complete', () => service.completeRun(id));
    else if (how === 'stop') await this.#move('stop', () => service.stopRun(id));
    progress.markFinished(how);
  }

  /** Start is sent once, by the first process that gets the run. If the run's state is visible, it is checked first. */
  async #startGiven(id: string, projectGlobalId: number | undefined): Promise<void> {
    const { service, progress } = this.#context;
    if (projectGlobalId !== undefined) {
      try {
        const runs = await service.listRuns(projectGlobalId);
        const state = runs.find((run) => run.id?.toLowerCase() === id.toLowerCase())?.status;
        if (state !== undefined && state !== 'Pending') return progress.markStarted();
      } catch (error) {
        // The list is optional: a service that does not show it still accepts a start.
        if (!(error instanceof ServiceError)) throw error;
      }
    }
    await this.#move('start', () => service.startRun(id));
    progress.markStarted();
  }

  /** Starts, stops or completes. It also succeeds if the run is already in that state. */
  async #move(what: 'start' | 'stop' | 'complete', request: () => Promise<void>): Promise<void> {
    try {
      await request();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (classifyAnswer(error).kind !== 'done') throw unavailable(what, error);
    }
  }

  async #create(create: CreateRun): Promise<string> {
    try {
      return await this.#context.service.createRun(create);
    } catch (error) {
      throw error instanceof ServiceError ? unavailable('create', error) : error;
    }
  }
}

const DONE = { create: 'created', start: 'started', stop: 'stopped', complete: 'completed' };

function unavailable(what: keyof typeof DONE, error: ServiceError): RunUnavailableError {
  // Our advice first, then the service's own message.
  return new RunUnavailableError(`the run can't be ${DONE[what]}. ${error.message}`, { cause: error });
}

/** A session that died counts as interrupted: a run that it created is stopped, a given run is left alone. */
function endOf({ finish }: SessionEntry, end: EndEntry | undefined, created: boolean): EndEntry['finish'] {
  if (end !== undefined) return end.finish;
  if (finish === 'auto') return created ? 'stop' : 'leave';
  return finish === 'leave' ? 'leave' : 'stop';
}
