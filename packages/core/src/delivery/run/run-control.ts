import type { EndEntry, RunIntent, SessionEntry } from '../../outbox/format/entries.js';
import { classifyAnswer } from '../../service/answers/answers.js';
import { ServiceError } from '../../service/errors.js';
import type { TestPointSetting } from '../../settings/settings.js';
import type { DeliveryContext } from '../delivery-options.js';
import * as say from '../messages.js';
import { ResultSender } from '../results/result-sender.js';

/** Nothing can be delivered until someone fixes the problem in the message. */
export class RunUnavailableError extends Error {
  readonly code = 'RUN_UNAVAILABLE';
}

/** A session's run: created or given, started, and ended according to the session's last entry; each only once. */
export class RunControl {
  #context: DeliveryContext;
  /** Whether `take` was called. */
  isAskedFor = false;
  /** Sends results to the run; undefined until there is one. */
  sender: ResultSender | undefined;
  #ending: Promise<void> | undefined;

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  /**
   * Gets the run, and starts it.
   * @param testPoints those named by tests, for a run 'from-tests'
   * @returns its id
   * @throws RunUnavailableError if there is no run, or the service refuses
   */
  async take(session: SessionEntry, testPoints: TestPointSetting[] | undefined): Promise<string> {
    const { client, account } = this.#context;
    this.isAskedFor = true;
    const runId = await this.#runFor(session, testPoints);
    this.sender = new ResultSender(runId, session.wire, client, account);
    return runId;
  }

  /** Why the results are not for this service or server; undefined if they are. */
  whyForAnother({ localServer: wanted }: SessionEntry): string | undefined {
    const { localServer: given } = this.#context;
    if (wanted === given) return undefined;
    if (wanted === undefined) return say.forService;
    return given === undefined ? say.forLocalServer : say.forOtherDatabase;
  }

  /** Whether the run still has to be ended. A run that was never created is not created just to be ended. */
  owesEnd(session: SessionEntry, end: EndEntry | undefined): boolean {
    const { progress } = this.#context;
    const isThere = progress.runId !== undefined || 'use' in session.run;
    return isThere && progress.finished === undefined && endOf(session, end, progress.runCreated) !== 'leave';
  }

  /** @param end undefined for a session that died: a run that it created is stopped, a given run is left alone */
  finish(session: SessionEntry, end: EndEntry | undefined): Promise<void> {
    this.#ending ??= this.#finish(session, end);
    return this.#ending;
  }

  async #finish(session: SessionEntry, end: EndEntry | undefined): Promise<void> {
    const { progress, client } = this.#context;
    const how = endOf(session, end, progress.runCreated);
    const id = progress.runId;
    if (progress.finished !== undefined || id === undefined) return;
    if (how !== 'leave') await asked(`${how}Run`, client.moveRun(`${how}Run`, id));
    progress.markFinished(how);
  }

  async #runFor({ run }: SessionEntry, testPoints: TestPointSetting[] | undefined): Promise<string> {
    const { client, progress, live, runId } = this.#context;
    if ('none' in run) {
      // Until something was sent, a run that was named by mistake can be replaced.
      const given = (progress.sent.size === 0 ? runId : undefined) ?? progress.runId ?? runId;
      if (given === undefined) {
        throw new RunUnavailableError(say.flushWithoutRun);
      }
      if (progress.runId !== given) progress.markRun(given, false);
      return given;
    }
    if ('use' in run) {
      if (progress.runId === undefined) progress.markRun(run.use, false);
      // A flush never starts a run that the session did not create.
      if (live && !(await this.#hasStarted(run))) await this.#start(run.use);
      return run.use;
    }
    if (progress.runId === undefined) {
      const { testPoints: planned } = run.create;
      const points = planned === 'from-tests' ? (testPoints ?? []) : planned;
      if (planned === 'from-tests' && points.length === 0) {
        throw new RunUnavailableError(say.noTestCases);
      }
      const made = await asked('createRun', client.createRun({ ...run.create, testPoints: points }));
      if (progress.runId === undefined && made !== undefined) progress.markRun(made, true);
    }
    const id = progress.runId ?? '';
    await this.#start(id);
    return id;
  }

  /** Start is sent once, by the first process that gets the run. */
  async #start(id: string): Promise<void> {
    const { client, progress } = this.#context;
    if (progress.started) return;
    await asked('startRun', client.moveRun('startRun', id));
    progress.markStarted();
  }

  /** Whether a given run is no longer Pending, if its state is visible. */
  async #hasStarted({ use, projectGlobalId }: Extract<RunIntent, { use: string }>): Promise<boolean> {
    const { client, progress } = this.#context;
    if (progress.started || projectGlobalId === undefined) return progress.started;
    try {
      const runs = await client.listRuns(projectGlobalId);
      const state = runs.find(({ id }) => id?.toLowerCase() === use.toLowerCase())?.status;
      if (state === undefined || state === 'Pending') return false;
      progress.markStarted();
      return true;
    } catch (error) {
      // The list is optional: a service that does not show it still accepts a start.
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }
}

const DONE = { createRun: 'created', startRun: 'started', stopRun: 'stopped', completeRun: 'completed' };

/** The answer; undefined if the run is already in the desired state. @throws RunUnavailableError if the service refuses */
async function asked<T>(what: keyof typeof DONE, request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (classifyAnswer(error) === 'done') return undefined;
    // Our advice first, then the service's own message.
    throw new RunUnavailableError(say.runUnavailable(DONE[what], error.message), { cause: error });
  }
}

/** A session that died counts as interrupted: a run that it created is stopped, a given run is left alone. */
function endOf({ finish }: SessionEntry, end: EndEntry | undefined, created: boolean): EndEntry['finish'] {
  if (end !== undefined) return end.finish;
  if (finish === 'auto') return created ? 'stop' : 'leave';
  return finish === 'leave' ? 'leave' : 'stop';
}
