import { randomUUID } from 'node:crypto';
import type { CreateRun, ProblemDetail, RunRecord, RunStatus } from '@testpoint/interface';
import type { Catalog } from './catalog.js';
import type { Database } from './database/database.js';
import { type NewPoint, type RunRow, RunTable } from './database/run-table.js';
import { ProblemError } from './problem.js';

/** What decides which requests are accepted. */
export interface Rules {
  catalog: Catalog;
  /** Ids that the catalog does not know are accepted. */
  open: boolean;
  /** Moves and results out of order are refused. */
  strictStates: boolean;
}

/** A move that a client may ask for. */
export type Move = 'start' | 'stop' | 'complete';

/** The life of runs (section 3). Every method throws a `ProblemError` for what it refuses. */
export class Runs {
  readonly #database: Database;
  readonly #table: RunTable;
  readonly #rules: Rules;

  constructor(database: Database, rules: Rules) {
    this.#database = database;
    this.#table = new RunTable(database);
    this.#rules = rules;
  }

  /** Creates a run in an existing test plan; returns its GUID. */
  create({ projectGlobalId, testPlanGlobalId, testPoints }: CreateRun): string {
    this.#requireProject(projectGlobalId);
    this.#requirePlan(testPlanGlobalId, projectGlobalId);
    const points = this.#resolve(testPlanGlobalId, testPoints);
    const id = randomUUID();
    this.#database.transaction(() => this.#table.insert(id, projectGlobalId, testPlanGlobalId, now(), points));
    return id;
  }

  /** Starts, stops or completes a run, from any state unless states are strict. */
  move(id: string, move: Move): void {
    this.#database.transaction(() => {
      const run = this.find(id);
      const { status, from } = MOVES[move];
      if (this.#rules.strictStates && !from.includes(run.status)) {
        throw new ProblemError(409, `The run ${run.id} is ${run.status}; ${move} needs ${from.join(' or ')}.`);
      }
      if (status === 'In progress') this.#table.move(run, status, run.started_on ?? now(), null);
      else {
        this.#table.fillSkipped(run);
        this.#table.move(run, status, run.started_on, now());
      }
    });
  }

  /** To be told when all of a run's autotests have results: that completes it (section 3), unless it is over. */
  allAreSet(run: RunRow): void {
    if (this.#rules.open || run.status === 'Stopped' || run.status === 'Completed') return;
    this.#table.move(run, 'Completed', run.started_on, now());
  }

  /** The run with this GUID, in any case; an open server makes one that it does not know. */
  find(id: string): RunRow {
    const known = this.#rules.open ? this.#table.find(id.toLowerCase()) : this.existing(id);
    return known ?? this.#table.insert(id.toLowerCase(), null, null, now(), []);
  }

  /** Runs of a project, newest first. */
  list(projectGlobalId: number): RunRecord[] {
    this.#requireProject(projectGlobalId);
    return this.#table.list(projectGlobalId);
  }

  /** At most `limit` runs of all projects that are older than the one with the GUID `after`, newest first. */
  older(after: string | undefined, limit: number): Iterable<RunRecord> {
    return this.#table.older(after === undefined ? undefined : this.existing(after), limit);
  }

  /** The run with this GUID, in any case; never makes one. */
  existing(id: string): RunRow {
    const run = this.#table.find(id.toLowerCase());
    if (run === undefined) throw new ProblemError(404, `There is no test run ${id}.`);
    return run;
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

  /** An open server leaves out the points that the catalog does not know: they come into being with their results. */
  #resolve(planGlobalId: number, given: CreateRun['testPoints']): NewPoint[] {
    const { catalog, open } = this.#rules;
    const points: NewPoint[] = [];
    const errors: ProblemDetail[] = [];
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
        const detail = `configuration ${point.configurationGlobalId} with test case ${point.testCaseGlobalId} is no test point of plan ${planGlobalId}`;
        errors.push({ pointer: `/testPoints/${index}`, detail });
      }
    }
    const [first] = errors;
    if (first !== undefined) throw new ProblemError(400, `${first.pointer} ${first.detail}`, errors);
    return points;
  }
}

const MOST_ERRORS = 100;

/** Where a move leads, and where strict states let it come from. */
const MOVES: Record<Move, { status: RunStatus; from: RunStatus[] }> = {
  start: { status: 'In progress', from: ['Pending'] },
  stop: { status: 'Stopped', from: ['In progress'] },
  complete: { status: 'Completed', from: ['In progress'] },
};

function now(): string {
  return new Date().toISOString();
}
