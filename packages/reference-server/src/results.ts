import { randomUUID } from 'node:crypto';
import {
  type AutoTestResult,
  type LegacyResult,
  type Outcome,
  type ProblemDetail,
  type Result,
  testPointsRequired,
} from '@testpoint/interface';
import type { Delivery, NewResult, Store } from './database/store.js';
import type { JsonText } from './json-text.js';
import { fieldProblem, ProblemError } from './problem.js';
import { type Rules, runRefusal } from './runs.js';
import { Turn } from './turn.js';

/** A result of any of the three operations, as far as they are alike. */
interface Incoming extends Pick<NewResult, 'configuration' | 'configurationId' | 'externalId' | 'outcome'> {
  /** As it was sent. */
  sentConfigurationId: string;
}

/** The results of one request. */
interface Request {
  operation: string;
  /** The body as it was sent. */
  json: JsonText;
  /** Whether that is an array of results. */
  isArray: boolean;
  results: Incoming[];
  /** Whether they become their autotests'. */
  counts: boolean;
}

/** Takes results into runs (section 4). `json` is a body as it was sent. Every method rejects with a `ProblemError` for what it refuses. */
export class Results {
  readonly #store: Store;
  readonly #rules: Rules;

  constructor(store: Store, rules: Rules) {
    this.#store = store;
    this.#rules = rules;
  }

  /** All of the results or none; returns their GUIDs in order. */
  add(runId: string, body: Result | Result[], json: JsonText): Promise<string[]> {
    const isArray = Array.isArray(body);
    const results = isArray ? body.map(fromResult) : [fromResult(body)];
    return this.#add(runId, { operation: 'addResults', json, isArray, results, counts: true });
  }

  addLegacy(body: LegacyResult, json: JsonText): Promise<string[]> {
    return this.#addLegacy('addLegacyResult', body, body.outcome, json, true);
  }

  /** A result that is NotReady is no result yet: it is kept in the history and changes nothing. */
  setAutoTestResult(body: AutoTestResult, json: JsonText): Promise<string[]> {
    const outcome = body.outcome === 'NotPassed' ? 'Failed' : body.outcome;
    return this.#addLegacy('setAutoTestResult', body, outcome, json, body.status === 'Ready');
  }

  async #addLegacy(
    operation: string,
    body: LegacyResult | AutoTestResult,
    outcome: Outcome,
    json: JsonText,
    counts: boolean,
  ): Promise<string[]> {
    await this.#requirePlan(body.testRunId, body.testPlanGlobalId);
    const configuration = body.configurationGlobalId;
    const configurationId = await this.#configurationId(body.testRunId, configuration);
    const externalId = body.autoTestExternalId;
    const result = { configuration, configurationId, externalId, sentConfigurationId: configurationId, outcome };
    return this.#add(body.testRunId, { operation, json, isArray: false, results: [result], counts });
  }

  async #add(runId: string, { operation, json, isArray, results: incoming, counts }: Request): Promise<string[]> {
    const results: NewResult[] = [];
    const turn = new Turn();
    for (const [index, { configuration, configurationId, externalId, outcome }] of incoming.entries()) {
      const span = json.elements[index];
      if (span === undefined) throw new Error(`The body has no result ${index}.`);
      results.push({ id: randomUUID(), configuration, configurationId, externalId, outcome, ...span });
      if (turn.isOver) await turn.next();
    }
    const { open, strictStates } = this.#rules;
    const delivery: Delivery = { operation, receivedOn: now(), body: json.bytes, results, counts, open };
    if (strictStates) delivery.needs = 'In progress';
    const refusal = await this.#store.addResults(runId.toLowerCase(), delivery);
    if (refusal?.reason === 'unmatched') throw unmatched(incoming, refusal.places, isArray);
    if (refusal !== undefined) throw runRefusal(refusal, runId, 'results need In progress');
    return results.map(({ id }) => id);
  }

  /** Runs are never deleted, and keep their plan: it may be looked at before results are added. */
  async #requirePlan(runId: string, testPlanGlobalId: number): Promise<void> {
    if (this.#rules.open) return;
    const run = await this.#store.findRun(runId.toLowerCase());
    if (run === undefined) throw runRefusal({ reason: 'no run' }, runId);
    if (run.testPlanGlobalId === testPlanGlobalId) return;
    if (this.#rules.catalog.plan(testPlanGlobalId) === undefined) {
      throw new ProblemError(404, `There is no test plan ${testPlanGlobalId}.`);
    }
    const detail = `is ${testPlanGlobalId}, but the run ${run.id} is of plan ${run.testPlanGlobalId}`;
    throw fieldProblem('/testPlanGlobalId', detail);
  }

  /** The GUID that the run knows a configuration by; for one that it does not know, the global id as it is. */
  async #configurationId(runId: string, globalId: number): Promise<string> {
    const known =
      (await this.#store.configurationId(runId.toLowerCase(), globalId)) ??
      this.#rules.catalog.configuration(globalId)?.id;
    if (known !== undefined) return known.toLowerCase();
    return this.#rules.open ? guidOfGlobalId(globalId) : String(globalId);
  }
}

function fromResult({ configurationId, autoTestExternalId, outcome }: Result): Incoming {
  return {
    configurationId: configurationId.toLowerCase(),
    sentConfigurationId: configurationId,
    configuration: null,
    externalId: autoTestExternalId,
    outcome,
  };
}

/** Errors listed in one answer. */
const MOST_ERRORS = 100;

/** The refusal in the words of section 7 for the first result without an autotest; the others stand in its errors. */
function unmatched(incoming: Incoming[], places: number[], isArray: boolean): ProblemError {
  const errors: ProblemDetail[] = [];
  for (const place of places.slice(0, MOST_ERRORS)) {
    const result = incoming[place];
    if (result === undefined) continue;
    const detail = testPointsRequired(result.sentConfigurationId, result.externalId);
    errors.push({ pointer: isArray ? `/${place}` : '', detail });
  }
  return new ProblemError(400, errors[0]?.detail ?? '', errors);
}

/** A GUID for a configuration of which an open server knows only the global id. */
function guidOfGlobalId(globalId: number): string {
  return `00000000-0000-0000-0000-${BigInt.asUintN(48, BigInt(globalId)).toString(16).padStart(12, '0')}`;
}

function now(): string {
  return new Date().toISOString();
}
