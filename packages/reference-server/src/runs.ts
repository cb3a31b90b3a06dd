import { randomUUID } from 'node:crypto';
import type { CreateRun, ProblemDetail, RunRecord, RunStatus } from '@testpoint/interface';
import type { Catalog } from './catalog.js';
import type { NewSender } from './database/senders.js';
import type { NewPoint, RunRefusal, StateChange, Store } from './database/store.js';
import type { RunView } from './database/views.js';
import { ProblemError } from './problem.js';
import { Turn } from './turn.js';

/** The rules for accepting requests. */
export interface Rules {
  catalog: Catalog;
  /** Accept ids that are not in the catalog. */
  open: boolean;
  /** Refuse out-of-order moves and results. */
  strictStates: boolean;
}

/** A move that a client may ask for. */
export type Move = 'start' | 'stop' | 'complete';

/** The life cycle of runs (section 3). Every method rejects with a `ProblemError` if it refuses a request. */
export class Runs {
  readonly #store: Store;
  readonly #rules: Rules;
  readonly #changed: (run: string) => void;

  /** @param changed is called after every change to a run */
  constructor(store: Store, rules: Rules, changed: (run: string) => void) {
    this.#store = store;
    this.#rules = rules;
    this.#changed = changed;
  }

  /** Creates a run in an existing test plan; returns its GUID. */
  async create({ projectGlobalId, testPlanGlobalId, testPoints }: CreateRun): Promise<string> {
    this.#requireProject(projectGlobalId);
    this.#requirePlan(testPlanGlobalId, projectGlobalId);
    const points = await this.#resolve(testPlanGlobalId, testPoints);
    const id = randomUUID();
    await this.#store.createRun({ id, project: projectGlobalId, plan: testPlanGlobalId, createdOn: now(), points });
    this.#changed(id);
    return id;
  }

  /** Starts, stops or completes a run, from any state unless `strictStates` is set; returns its GUID. @param sender who asks */
  async move(id: string, move: Move, sender?: NewSender): Promise<string> {
    const { to, from } = MOVES[move];
    const change: StateChange = { to, at: now(), sender, makesRun: this.#rules.open };
    if (this.#rules.strictStates) change.from = from;
    const refusal = await this.#store.changeState(id.toLowerCase(), change);
    if (refusal !== undefined) throw runRefusal(refusal, id, `${move} needs ${from.join(' or ')}`);
    this.#changed(id);
    return id.toLowerCase();
  }

  /** All runs of a project, newest first. */
  async list(projectGlobalId: number): Promise<RunRecord[]> {
    this.#requireProject(projectGlobalId);
    const runs: RunRecord[] = [];
    for await (const run of this.#some({ project: projectGlobalId }, EVERYTHING)) runs.push(run);
    return runs;
  }

  /** At most `limit` runs of all projects, newest first; only runs older than the run `after` (a GUID). */
  async older(after: string | undefined, limit: number): Promise<AsyncIterable<RunRecord>> {
    return this.#some(after === undefined ? {} : { after: (await this.existing(after)).id }, limit);
  }

  /** The run with this GUID; upper and lower case are the same. */
  async existing(id: string): Promise<RunRecord> {
    const run = await this.#store.viewRun(id.toLowerCase());
    if (run === undefined) throw runRefusal({ reason: 'no run' }, id);
    return toRecord(run);
  }

  async *#some(selection: { project?: number; after?: string }, limit: number): AsyncGenerator<RunRecord> {
    let rest = selection;
    for (let left = limit; left > 0; ) {
      const asked = Math.min(left, RUNS);
      const runs = await this.#store.viewRuns({ ...rest, limit: asked });
      yield* runs.map(toRecord);
      const last = runs.at(-1);
      if (last === undefined || runs.length < asked) return;
      rest = { ...rest, after: last.id };
      left -= runs.length;
    }
  }

  #requireProject(globalId: number): void {
    if (!this.#rules.open && !this.#rules.catalog.hasProject(globalId)) {
      throw new ProblemError(404, `There is no project ${globalId}.`);
    }
  }

  #requirePlan(globalId: number, projectGlobalId: number): void {
    if (this.#rules.open) return;
    if (this.#rules.catalog.plan(globalId)?.projectGlobalId !== projectGlobalId) {
      throw new ProblemError(404, `There is no test plan ${globalId} in project ${projectGlobalId}.`);
    }
  }

  /** An open server leaves out points that are not in the catalog. They are created when their results arrive. */
  async #resolve(planGlobalId: number, given: CreateRun['testPoints']): Promise<NewPoint[]> {
    const { catalog, open } = this.#rules;
    const points: NewPoint[] = [];
    const errors: ProblemDetail[] = [];
    const turn = new Turn();
    for (const [index, point] of given.entries()) {
      const configuration = catalog.configuration(point.configurationGlobalId);
      const testCase = catalog.testCase(point.testCaseGlobalId);
      if (configuration && testCase && catalog.planHas(planGlobalId, point)) {
        points.push({
          configuration: configuration.globalId,
          configurationId: configuration.id.toLowerCase(),
          testCase: testCase.globalId,
          autoTests: testCase.autoTests,
        });
      } else if (!open && errors.length < MOST_ERRORS) {
        const detail = `configuration ${point.configurationGlobalId} with test case ${point.testCaseGlobalId} is not a test point of plan ${planGlobalId}`;
        errors.push({ pointer: `/testPoints/${index}`, detail });
      }
      if (turn.isOver) await turn.next();
    }
    const [first] = errors;
    if (first !== undefined) throw new ProblemError(400, `${first.pointer} ${first.detail}`, errors);
    return points;
  }
}

/** A run without what only the pages show. */
function toRecord({
  results,
  version,
  branch,
  commit,
  job,
  began,
  ended,
  sessions,
  before,
  ...record
}: RunView): RunRecord {
  return record;
}

/** @param needed which state the request needs, as a clause */
export function runRefusal(refusal: RunRefusal, id: string, needed = ''): ProblemError {
  if (refusal.reason === 'no run') return new ProblemError(404, `There is no test run ${id}.`);
  return new ProblemError(409, `The run ${id.toLowerCase()} is ${refusal.status}; ${needed}.`);
}

const MOST_ERRORS = 100;
const EVERYTHING = Number.MAX_SAFE_INTEGER;
/** How many runs to read at once. */
const RUNS = 1000;

/** The state that a move leads to, and the states that strict mode allows it from. */
const MOVES: Record<Move, { to: StateChange['to']; from: RunStatus[] }> = {
  start: { to: 'In progress', from: ['Pending'] },
  stop: { to: 'Stopped', from: ['In progress'] },
  complete: { to: 'Completed', from: ['In progress'] },
};

function now(): string {
  return new Date().toISOString();
}
