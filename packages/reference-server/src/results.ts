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
import { type AutoTestName, type AutoTestRow, type NewResult, ResultTable } from './database/result-table.js';
import type { RunRow } from './database/run-table.js';
import { FILLER_WEIGHT } from './database/weights.js';
import type { JsonText } from './json-text.js';
import { fieldProblem, ProblemError } from './problem.js';
import type { Rules, Runs } from './runs.js';

/** A result of any of the three operations, as far as they are alike. */
interface Incoming extends AutoTestName {
  /** As it was sent. */
  sentConfigurationId: string;
  outcome: Outcome;
}

/** The results of one request. */
interface Delivery {
  operation: string;
  /** The body as it was sent. */
  json: JsonText;
  /** Whether that is an array of results. */
  isArray: boolean;
  results: Incoming[];
  /** Whether they become their autotests'. */
  counts: boolean;
}

/** Takes results into runs (section 4). `json` is a body as it was sent. Every method throws a `ProblemError` for what it refuses. */
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
  add(runId: string, body: Result | Result[], json: JsonText): string[] {
    const isArray = Array.isArray(body);
    const results = isArray ? body.map(fromResult) : [fromResult(body)];
    const delivery = { operation: 'addResults', json, isArray, results, counts: true };
    return this.#database.transaction(() => this.#add(this.#runs.find(runId), delivery));
  }

  addLegacy(body: LegacyResult, json: JsonText): string[] {
    return this.#addLegacy('addLegacyResult', body, body.outcome, json, true);
  }

  /** A result that is NotReady is no result yet: it is kept in the history and changes nothing. */
  setAutoTestResult(body: AutoTestResult, json: JsonText): string[] {
    const outcome = body.outcome === 'NotPassed' ? 'Failed' : body.outcome;
    return this.#addLegacy('setAutoTestResult', body, outcome, json, body.status === 'Ready');
  }

  #addLegacy(
    operation: string,
    body: LegacyResult | AutoTestResult,
    outcome: Outcome,
    json: JsonText,
    counts: boolean,
  ): string[] {
    return this.#database.transaction(() => {
      const run = this.#runs.find(body.testRunId);
      this.#requirePlan(run, body.testPlanGlobalId);
      const { configurationGlobalId, autoTestExternalId } = body;
      const configurationId = this.#configurationId(run, configurationGlobalId);
      const name = { configurationId, configurationGlobalId, autoTestExternalId };
      const result = { ...name, sentConfigurationId: configurationId, outcome };
      return this.#add(run, { operation, json, isArray: false, results: [result], counts });
    });
  }

  #add(run: RunRow, { operation, json, isArray, results: incoming, counts }: Delivery): string[] {
    if (this.#rules.strictStates && run.status !== 'In progress') {
      throw new ProblemError(409, `The run ${run.id} is ${run.status}; results need In progress.`);
    }
    if (incoming.length === 0) return [];
    const { autoTests, added } = this.#autoTests(run, incoming);
    const results = incoming.map(({ outcome }, index): NewResult => {
      const autoTest = autoTests[index];
      if (autoTest === undefined) throw unmatched(incoming, autoTests, isArray);
      const span = json.elements[index];
      if (span === undefined) throw new Error(`The result ${index} stands nowhere in its body.`);
      return { id: randomUUID(), autoTest, weight: STATUS_WEIGHTS[outcome], span };
    });
    const first = run.results + 1;
    this.#table.insert(run, first, { operation, receivedOn: new Date().toISOString(), json }, results);
    const settled = counts ? this.#settle(run, first, results) : 0;
    const missing = run.missing + added - settled;
    this.#table.count(run, missing, run.results + results.length);
    if (counts && missing === 0) this.#runs.allAreSet(run);
    return results.map(({ id }) => id);
  }

  /** Makes results their autotests'; returns how many autotests had none before. */
  #settle(run: RunRow, first: number, results: NewResult[]): number {
    this.#table.setLatest(run, first);
    const latest = new Map(results.map((result) => [result.autoTest.key, result]));
    const changed: AutoTestRow[] = [];
    let settled = 0;
    for (const { autoTest, weight } of latest.values()) {
      if (autoTest.weight !== weight) changed.push(autoTest);
      if (isMissing(autoTest)) settled++;
    }
    if (changed.length > 0) this.#table.weighPoints(changed);
    return settled;
  }

  /** The autotests that results are of; `added`: how many of them an open server has just made. */
  #autoTests(run: RunRow, names: Incoming[]): { autoTests: (AutoTestRow | undefined)[]; added: number } {
    const autoTests = this.#table.findAutoTests(run, names);
    if (!this.#rules.open || !autoTests.includes(undefined)) return { autoTests, added: 0 };
    const missing = new Map<string, AutoTestName>();
    for (const [index, name] of names.entries()) if (autoTests[index] === undefined) missing.set(nameOf(name), name);
    const inserted = this.#table.insertAutoTests(run, [...missing.values()]);
    const made = new Map([...missing.keys()].map((name, index) => [name, inserted[index]]));
    return { autoTests: names.map((name, index) => autoTests[index] ?? made.get(nameOf(name))), added: missing.size };
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

function nameOf({ configurationId, autoTestExternalId }: AutoTestName): string {
  return `${configurationId} ${autoTestExternalId}`;
}

function fromResult({ configurationId, autoTestExternalId, outcome }: Result): Incoming {
  return {
    configurationId: configurationId.toLowerCase(),
    sentConfigurationId: configurationId,
    configurationGlobalId: null,
    autoTestExternalId,
    outcome,
  };
}

/** Errors listed in one answer. */
const MOST_ERRORS = 100;

/** The refusal in the words of section 7 for the first result without an autotest; the others stand in its errors. */
function unmatched(incoming: Incoming[], autoTests: (AutoTestRow | undefined)[], isArray: boolean): ProblemError {
  const errors: ProblemDetail[] = [];
  for (const [index, { sentConfigurationId, autoTestExternalId }] of incoming.entries()) {
    if (autoTests[index] !== undefined || errors.length === MOST_ERRORS) continue;
    const detail = testPointsRequired(sentConfigurationId, autoTestExternalId);
    errors.push({ pointer: isArray ? `/${index}` : '', detail });
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
