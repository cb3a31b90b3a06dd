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
import {
  type AutoTestName,
  type AutoTestRow,
  type LatestResult,
  type NewResult,
  type ReceivedBody,
  ResultTable,
} from './database/result-table.js';
import type { RunRow } from './database/run-table.js';
import { FILLER_WEIGHT } from './database/weights.js';
import { fieldProblem, ProblemError } from './problem.js';
import type { Rules, Runs } from './runs.js';

/** A result of any of the three operations, as far as they are alike. */
interface Incoming extends AutoTestName {
  /** As it was sent. */
  sentConfigurationId: string;
  outcome: Outcome;
  /** In the request's body, where that is an array. */
  position: number | null;
}

/** Takes results into runs (section 4). `text` is a body as it was sent. Every method throws a `ProblemError` for what it refuses. */
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
  add(runId: string, body: Result | Result[], text: string): string[] {
    const results = Array.isArray(body)
      ? body.map((result, position) => fromResult(result, position))
      : [fromResult(body, null)];
    return this.#database.transaction(() => this.#add(this.#runs.find(runId), 'addResults', results, text, true));
  }

  addLegacy(body: LegacyResult, text: string): string[] {
    return this.#addLegacy('addLegacyResult', body, body.outcome, text, true);
  }

  /** A result that is NotReady is no result yet: it is kept in the history and changes nothing. */
  setAutoTestResult(body: AutoTestResult, text: string): string[] {
    const outcome = body.outcome === 'NotPassed' ? 'Failed' : body.outcome;
    return this.#addLegacy('setAutoTestResult', body, outcome, text, body.status === 'Ready');
  }

  #addLegacy(
    operation: string,
    body: LegacyResult | AutoTestResult,
    outcome: Outcome,
    text: string,
    counts: boolean,
  ): string[] {
    return this.#database.transaction(() => {
      const run = this.#runs.find(body.testRunId);
      this.#requirePlan(run, body.testPlanGlobalId);
      const { configurationGlobalId, autoTestExternalId } = body;
      const configurationId = this.#configurationId(run, configurationGlobalId);
      const name = { configurationId, configurationGlobalId, autoTestExternalId };
      const result = { ...name, sentConfigurationId: configurationId, outcome, position: null };
      return this.#add(run, operation, [result], text, counts);
    });
  }

  /** `counts`: the results become their autotests'. */
  #add(run: RunRow, operation: string, incoming: Incoming[], text: string, counts: boolean): string[] {
    if (this.#rules.strictStates && run.status !== 'In progress') {
      throw new ProblemError(409, `The run ${run.id} is ${run.status}; results need In progress.`);
    }
    if (incoming.length === 0) return [];
    const autoTests = this.#autoTests(run, incoming);
    const results = incoming.map(({ outcome, position }, index): NewResult => {
      const autoTest = autoTests[index];
      if (autoTest === undefined) throw unmatched(incoming, autoTests);
      return { id: randomUUID(), autoTest, outcome, position };
    });
    const body: ReceivedBody = { operation, receivedOn: new Date().toISOString(), text };
    const firstKey = this.#table.insert(run, body, results);
    if (counts) this.#settle(run, results, firstKey);
    return results.map(({ id }) => id);
  }

  #settle(run: RunRow, results: NewResult[], firstKey: number): void {
    const latest = new Map<number, LatestResult>();
    for (const [index, { autoTest, outcome }] of results.entries()) {
      latest.set(autoTest.key, { autoTest, result: firstKey + index, weight: STATUS_WEIGHTS[outcome] });
    }
    this.#table.setLatest([...latest.values()]);
    let settled = 0;
    for (const { autoTest } of latest.values()) if (isMissing(autoTest)) settled++;
    if (settled > 0) this.#table.addMissing(run, -settled);
    this.#runs.completeWhenAllSet(run.id);
  }

  #autoTests(run: RunRow, names: Incoming[]): (AutoTestRow | undefined)[] {
    const found = this.#table.findAutoTests(run, names);
    if (!this.#rules.open || !found.includes(undefined)) return found;
    const missing = new Map<string, AutoTestName>();
    for (const [index, name] of names.entries()) {
      if (found[index] === undefined) missing.set(`${name.configurationId} ${name.autoTestExternalId}`, name);
    }
    this.#table.insertAutoTests(run, [...missing.values()]);
    return this.#table.findAutoTests(run, names);
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

function fromResult({ configurationId, autoTestExternalId, outcome }: Result, position: number | null): Incoming {
  return {
    configurationId: configurationId.toLowerCase(),
    sentConfigurationId: configurationId,
    configurationGlobalId: null,
    autoTestExternalId,
    outcome,
    position,
  };
}

/** Errors listed in one answer. */
const MOST_ERRORS = 100;

/** The refusal in the words of section 7 for the first result without an autotest; the others stand in its errors. */
function unmatched(incoming: Incoming[], autoTests: (AutoTestRow | undefined)[]): ProblemError {
  const errors: ProblemDetail[] = [];
  for (const [index, { sentConfigurationId, autoTestExternalId, position }] of incoming.entries()) {
    if (autoTests[index] !== undefined || errors.length === MOST_ERRORS) continue;
    const detail = testPointsRequired(sentConfigurationId, autoTestExternalId);
    errors.push({ pointer: position === null ? '' : `/${position}`, detail });
  }
  return new ProblemError(400, errors[0]?.detail ?? '', errors);
}

function isMissing({ weight }: AutoTestRow): boolean {
  return weight === FILLER_WEIGHT || weight === STATUS_WEIGHTS['In progress'];
}

/** A GUID for a configuration of which an open server knows only the global id. */
function guidOfGlobalId(globalId: number): string {
  return `00000000-0000-0000-0000-${BigInt.asUintN(48, BigInt(globalId)).toString(16).padStart(12, '0')}`;
}
