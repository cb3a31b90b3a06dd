import { randomUUID } from 'node:crypto';
import {
  type AutoTestResult,
  type LegacyResult,
  type Outcome,
  type ProblemDetail,
  type Result,
  testPointsRequired,
} from '@testpoint/interface';
import { evidenceOf } from '@testpoint/report';
import { attachmentsIn, factsOf, type ResultBody, RunFactsOfResults } from './database/facts.js';
import type { NewSender } from './database/senders.js';
import type { Delivery, NewResult, Store } from './database/store.js';
import type { JsonText } from './json/json-text.js';
import { fieldProblem, ProblemError } from './problem.js';
import { type Rules, runRefusal } from './runs.js';
import { Turn } from './turn.js';

/** The fields of a result that the three operations have in common. */
interface Incoming extends Pick<NewResult, 'configuration' | 'configurationId' | 'externalId' | 'outcome'> {
  /** As it was sent. */
  sentConfigurationId: string;
  body: ResultBody;
}

/** The results of one request. */
interface Request {
  operation: string;
  /** The body as it was sent. */
  json: JsonText;
  /** Whether the body is an array of results. */
  isArray: boolean;
  results: Incoming[];
  sender: NewSender | undefined;
  /** Whether they become the current results of their autotests. */
  counts: boolean;
}

/** Adds results to runs (section 4). `json` is the body as sent, `sender` who sent it. Every method rejects with a `ProblemError` if it refuses a request. */
export class Results {
  readonly #store: Store;
  readonly #rules: Rules;
  readonly #changed: (run: string) => void;
  /** What senders have called configurations, by GUID. */
  readonly #names = new Map<string, string>();

  /** @param changed is called after every change to a run */
  constructor(store: Store, rules: Rules, changed: (run: string) => void) {
    this.#store = store;
    this.#rules = rules;
    this.#changed = changed;
  }

  /** Adds all of the results or none. Returns their GUIDs in order. */
  add(runId: string, body: Result | Result[], json: JsonText, sender?: NewSender): Promise<string[]> {
    const isArray = Array.isArray(body);
    const results = isArray ? body.map(fromResult) : [fromResult(body)];
    return this.#add(runId, { operation: 'addResults', json, isArray, results, sender, counts: true });
  }

  addLegacy(body: LegacyResult, json: JsonText, sender?: NewSender): Promise<string[]> {
    return this.#addLegacy('addLegacyResult', body, body.outcome, json, true, sender);
  }

  /** A result with status NotReady goes into the history and changes nothing else. */
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
    sender?: NewSender,
  ): Promise<string[]> {
    await this.#requirePlan(body.testRunId, body.testPlanGlobalId);
    const configuration = body.configurationGlobalId;
    const configurationId = await this.#configurationId(body.testRunId, configuration);
    const externalId = body.autoTestExternalId;
    const result = { configuration, configurationId, externalId, sentConfigurationId: configurationId, outcome, body };
    return this.#add(body.testRunId, { operation, json, isArray: false, results: [result], sender, counts });
  }

  async #add(
    runId: string,
    { operation, json, isArray, results: incoming, sender, counts }: Request,
  ): Promise<string[]> {
    const results: NewResult[] = [];
    const ofRun = new RunFactsOfResults();
    const turn = new Turn();
    for (const [index, { configuration, configurationId, externalId, outcome, body }] of incoming.entries()) {
      const span = json.elements[index];
      if (span === undefined) throw new Error(`The body has no result ${index}.`);
      const facts = factsOf(body);
      ofRun.add(body, facts);
      const names = { id: randomUUID(), configuration, configurationId, externalId, outcome };
      results.push({ ...names, evidence: 0, ...span, ...facts });
      if (turn.isOver) await turn.next();
    }
    const facts = ofRun.result();
    facts.branch ??= sender?.branch ?? null;
    facts.commit ??= sender?.commit ?? null;
    if (facts.attachments.length > 0) await this.#addEvidence(results, incoming, facts.attachments);
    const { open, strictStates } = this.#rules;
    const delivery: Delivery = {
      operation,
      receivedOn: now(),
      body: json.bytes,
      results,
      facts,
      sender,
      counts,
      open,
    };
    if (strictStates) delivery.needs = 'In progress';
    const refusal = await this.#store.addResults(runId.toLowerCase(), delivery);
    if (refusal?.reason === 'unmatched') throw unmatched(incoming, refusal.places, isArray);
    if (refusal !== undefined) throw runRefusal(refusal, runId, 'results need In progress');
    await this.#name(results, sender?.environment);
    this.#changed(runId);
    return results.map(({ id }) => id);
  }

  /** Keeps what the sender calls the configurations of its results. */
  async #name(results: readonly NewResult[], environment: string | undefined): Promise<void> {
    if (environment === undefined) return;
    for (const id of new Set(results.map(({ configurationId }) => configurationId))) {
      if (this.#names.get(id) === environment) continue;
      await this.#store.nameConfiguration(id, environment);
      this.#names.set(id, environment);
    }
  }

  /** Reporters upload attachments before the results that name them. */
  async #addEvidence(results: NewResult[], incoming: readonly Incoming[], attachments: string[]): Promise<void> {
    const found = new Map((await this.#store.findAttachments(attachments)).map((one) => [one.id, evidenceOf(one)]));
    for (const [index, { body }] of incoming.entries()) {
      const result = results[index];
      if (result !== undefined) for (const id of attachmentsIn(body)) result.evidence |= found.get(id) ?? 0;
    }
  }

  /** A run keeps its plan, so it is safe to check the plan before adding results. */
  async #requirePlan(runId: string, testPlanGlobalId: number): Promise<void> {
    if (this.#rules.open) return;
    const run = await this.#store.viewRun(runId.toLowerCase());
    if (run === undefined) throw runRefusal({ reason: 'no run' }, runId);
    if (run.testPlanGlobalId === testPlanGlobalId) return;
    if (this.#rules.catalog.plan(testPlanGlobalId) === undefined) {
      throw new ProblemError(404, `There is no test plan ${testPlanGlobalId}.`);
    }
    const detail = `is ${testPlanGlobalId}, but the run ${run.id} belongs to plan ${run.testPlanGlobalId}`;
    throw fieldProblem('/testPlanGlobalId', detail);
  }

  /** The GUID of a configuration in the run. If the run does not have the configuration, its global id. */
  async #configurationId(runId: string, globalId: number): Promise<string> {
    const known =
      (await this.#store.configurationId(runId.toLowerCase(), globalId)) ??
      this.#rules.catalog.configuration(globalId)?.id;
    if (known !== undefined) return known.toLowerCase();
    return this.#rules.open ? guidOfGlobalId(globalId) : String(globalId);
  }
}

function fromResult(body: Result): Incoming {
  const { configurationId, autoTestExternalId, outcome } = body;
  return {
    configurationId: configurationId.toLowerCase(),
    sentConfigurationId: configurationId,
    configuration: null,
    externalId: autoTestExternalId,
    outcome,
    body,
  };
}

/** How many errors to list in one response. */
const MOST_ERRORS = 100;

/** The error that section 7 defines, for the first result that matches no autotest. The others are in its `errors`. */
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

/** A GUID for a configuration that an open server knows only by its global id. */
function guidOfGlobalId(globalId: number): string {
  return `00000000-0000-0000-0000-${BigInt.asUintN(48, BigInt(globalId)).toString(16).padStart(12, '0')}`;
}

function now(): string {
  return new Date().toISOString();
}
