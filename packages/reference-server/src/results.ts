import { randomUUID } from 'node:crypto';
import {
  type AutoTestResult,
  type LegacyResult,
  type Outcome,
  type ProblemDetail,
  type Result,
  STATUS_WEIGHTS,
  testPointsRequired,
} from '@testpoint/interface';
import type { Database } from './database/database.js';
import { type AutoTestRow, ResultTable } from './database/result-table.js';
import type { RunRow } from './database/run-table.js';
import { FILLER_WEIGHT } from './database/weights.js';
import { fieldProblem, ProblemError } from './problem.js';
import type { Rules, Runs } from './runs.js';

type LegacyBody = LegacyResult | AutoTestResult;

/** A result of any of the three operations, as far as they are alike. */
interface Incoming {
  configurationId: string;
  configurationGlobalId: number | null;
  autoTestExternalId: string;
  outcome: Outcome;
  /** Not counted as a result: kept in the history only. */
  notReady: boolean;
  body: Result | LegacyBody;
  /** JSON pointer to the result in the request's body. */
  pointer: string;
}

/** Takes results into runs (section 4). Every method throws a `ProblemError` for what it refuses. */
export class Results {
  readonly #database: Database;
  readonly #table: ResultTable;
  readonly #runs: Runs;
  readonly #rules: Rules;

  constructor(database: Database, runs: Runs, rules: Rules) {
    this.#database = database;
    this.#table = new ResultTable(database);
    this.#runs = runs;
    this.#rules = rules;
  }

  /** All of the results or none; returns their GUIDs in order. */
  add(runId: string, body: Result | Result[]): string[] {
    return this.#database.transaction(() => {
      const run = this.#runs.find(runId);
      const results = Array.isArray(body)
        ? body.map((element, index) => fromResult(element, `/${index}`))
        : [fromResult(body, '')];
      return this.#addAll(run, 'addResults', results);
    });
  }

  addLegacy(body: LegacyResult): string[] {
    return this.#addLegacy('addLegacyResult', body, body.outcome, false);
  }

  /** A result that is NotReady is no result yet: it is kept in the history and changes nothing. */
  setAutoTestResult(body: AutoTestResult): string[] {
    const outcome = body.outcome === 'NotPassed' ? 'Failed' : body.outcome;
    return this.#addLegacy('setAutoTestResult', body, outcome, body.status === 'NotReady');
  }

  #addLegacy(operation: string, body: LegacyBody, outcome: Outcome, notReady: boolean): string[] {
    return this.#database.transaction(() => {
      const run = this.#runs.find(body.testRunId);
      this.#requirePlan(run, body.testPlanGlobalId);
      const { configurationGlobalId, autoTestExternalId } = body;
      const configurationId = this.#configurationId(run, configurationGlobalId);
      return this.#addAll(run, operation, [
        { configurationId, configurationGlobalId, autoTestExternalId, outcome, notReady, body, pointer: '' },
      ]);
    });
  }

  #addAll(run: RunRow, operation: string, results: Incoming[]): string[] {
    if (this.#rules.strictStates && run.status !== 'In progress') {
      throw new ProblemError(409, `The run ${run.id} is ${run.status}; results need In progress.`);
    }
    const receivedOn = new Date().toISOString();
    const ids: string[] = [];
    const unmatched: ProblemDetail[] = [];
    let settled = 0;
    for (const result of results) {
      const autoTest = this.#autoTest(run, result);
      if (autoTest === undefined) {
        const detail = testPointsRequired(result.configurationId, result.autoTestExternalId);
        unmatched.push({ pointer: result.pointer, detail });
        if (unmatched.length === MOST_ERRORS) break;
      } else if (unmatched.length === 0) {
        const id = randomUUID();
        ids.push(id);
        const body = JSON.stringify(result.body);
        const key = this.#table.insert(run, autoTest, { id, operation, outcome: result.outcome, receivedOn, body });
        if (result.notReady) continue;
        if (isMissing(autoTest)) settled++;
        this.#table.setLatest(autoTest, key, STATUS_WEIGHTS[result.outcome]);
      }
    }
    const [first] = unmatched;
    if (first !== undefined) throw new ProblemError(400, first.detail, unmatched);
    if (settled > 0) this.#table.addMissing(run, -settled);
    if (ids.length > 0) this.#runs.completeWhenAllSet(run.id);
    return ids;
  }

  #autoTest(run: RunRow, result: Incoming): AutoTestRow | undefined {
    const configurationId = result.configurationId.toLowerCase();
    const known = this.#table.findAutoTest(run, configurationId, result.autoTestExternalId);
    if (known !== undefined || !this.#rules.open) return known;
    return this.#table.insertAutoTest(run, configurationId, result.autoTestExternalId, result.configurationGlobalId);
  }

  #requirePlan(run: RunRow, testPlanGlobalId: number): void {
    if (this.#rules.open || run.plan === testPlanGlobalId) return;
    if (this.#rules.catalog.plan(testPlanGlobalId) === undefined) {
      throw new ProblemError(404, `There is no test plan ${testPlanGlobalId}.`);
    }
    throw fieldProblem('/testPlanGlobalId', `is ${testPlanGlobalId}, but the run ${run.id} is of plan ${run.plan}`);
  }

  /** The GUID that the run knows a configuration by; for one that it does not know, the global id as it is. */
  #configurationId(run: RunRow, globalId: number): string {
    const known = this.#table.configurationId(run, globalId) ?? this.#rules.catalog.configuration(globalId)?.id;
    if (known !== undefined) return known.toLowerCase();
    return this.#rules.open ? guidOfGlobalId(globalId) : String(globalId);
  }
}

/** Errors listed in one answer. */
const MOST_ERRORS = 100;

function fromResult(body: Result, pointer: string): Incoming {
  const { configurationId, autoTestExternalId, outcome } = body;
  return { configurationId, configurationGlobalId: null, autoTestExternalId, outcome, notReady: false, body, pointer };
}

function isMissing({ weight }: AutoTestRow): boolean {
  return weight === FILLER_WEIGHT || weight === STATUS_WEIGHTS['In progress'];
}

/** A GUID for a configuration of which an open server knows only the global id. */
function guidOfGlobalId(globalId: number): string {
  return `00000000-0000-0000-0000-${BigInt.asUintN(48, BigInt(globalId)).toString(16).padStart(12, '0')}`;
}
