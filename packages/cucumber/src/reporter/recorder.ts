import type {
  Envelope,
  Hook,
  Pickle,
  StepDefinition,
  TestCase,
  TestCaseFinished,
  TestCaseStarted,
  TestRunHookFinished,
  TestRunHookStarted,
  TestStep,
  TestStepFinished,
} from '@cucumber/messages';
import type { StepRecord } from '@testpoint/core';
import { type Printed, type Session, TestLedger, type WhyNotRun, workerNumber } from '@testpoint/core/adapter';
import { append, each, join, mapped } from '@testpoint/core/built-ins';
import type { AttemptData } from '@testpoint/core/test-api';
import type { Features, KnownScenario } from './features.js';
import { runHookFailed } from './messages.js';
import * as why from './result-messages.js';
import { OpenAttempt, type PlannedStep, Scenario } from './scenario.js';
import { argumentOf, definedAt, errorOf, hookTitle, statusOf, timeOf, tookNoTime } from './translate.js';
import type { RuntimeOptions } from './watch-run.js';

const { create } = Object;

type ById<T> = Record<string, T | undefined>;
type PickleStep = Pickle['steps'][number];

/** What a formatter knows, besides the messages. */
export interface RecorderParts {
  session: Session;
  features: Features;
  options: RuntimeOptions;
  cwd: string;
  /** The snippet that Cucumber prints for a step without definition; before Cucumber 12, no message has it. */
  snippetFor(step: PickleStep): string | undefined;
  /** Calls of the test API in an attempt that has ended, or is cut short; undefined if there were none. */
  callsIn(attempt: string): AttemptData | undefined;
}

interface PlannedCase {
  scenario: Scenario;
  steps: ById<PlannedStep>;
}

/** Makes results from Cucumber's messages. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #ledger: TestLedger<Scenario>;
  /** Those to run, by the ids of their pickles. */
  readonly #scenarios: ById<Scenario> = create(null);
  readonly #order: Scenario[] = [];
  readonly #hooks: ById<Hook> = create(null);
  readonly #definitions: ById<StepDefinition> = create(null);
  readonly #cases: ById<PlannedCase> = create(null);
  readonly #attempts: ById<OpenAttempt> = create(null);
  readonly #snippets: ById<string> = create(null);
  /** Hooks of the run: those that run, those that have failed, and those that the first scenario of a worker shows. */
  readonly #runHooks: ById<TestRunHookStarted> = create(null);
  readonly #failedHooks: ById<true> = create(null);
  readonly #shownHooks: ById<StepRecord[]> = create(null);
  #whyBlocked: WhyNotRun | undefined;
  #hasProblem = false;
  /** Whether a scenario has failed. */
  #hasFailed = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#ledger = new TestLedger(parts.session);
  }

  /** Whether the summary shows why the run is red. */
  get explainsFailure(): boolean {
    return this.#hasFailed || this.#hasProblem;
  }

  expect(known: KnownScenario): void {
    const scenario = new Scenario(known);
    this.#scenarios[known.pickle.id] = scenario;
    append(this.#order, scenario);
  }

  take(message: Envelope): void {
    if (message.testStepStarted !== undefined) {
      const { testCaseStartedId, testStepId, timestamp } = message.testStepStarted;
      const attempt = this.#attempts[testCaseStartedId];
      const planned = attempt && this.#cases[attempt.testCase]?.steps[testStepId];
      if (planned !== undefined) attempt?.begin(planned, timeOf(timestamp));
    } else if (message.testStepFinished !== undefined) this.#endStep(message.testStepFinished);
    else if (message.testCaseStarted !== undefined) this.#begin(message.testCaseStarted);
    else if (message.testCaseFinished !== undefined) this.#end(message.testCaseFinished);
    else if (message.attachment !== undefined)
      this.#attempts[message.attachment.testCaseStartedId ?? '']?.attach(message.attachment);
    else if (message.testCase !== undefined) this.#plan(message.testCase);
    else if (message.suggestion !== undefined)
      this.#snippets[message.suggestion.pickleStepId] = message.suggestion.snippets[0]?.code;
    else if (message.hook !== undefined) this.#hooks[message.hook.id] = message.hook;
    else if (message.stepDefinition !== undefined)
      this.#definitions[message.stepDefinition.id] = message.stepDefinition;
    else if (message.testRunHookStarted !== undefined)
      this.#runHooks[message.testRunHookStarted.id] = message.testRunHookStarted;
    else if (message.testRunHookFinished !== undefined) this.#endRunHook(message.testRunHookFinished);
  }

  /** Where the output of an attempt goes. */
  printedIn(attempt: string): Printed | undefined {
    return this.#attempts[attempt]?.printed;
  }

  problem(title: string, detail?: string): void {
    this.#hasProblem = true;
    this.#parts.session.problem(title, detail);
  }

  /** Every scenario that has no result is Blocked. */
  finish(reason: WhyNotRun): void {
    for (const id in this.#attempts) {
      const attempt = this.#attempts[id];
      if (attempt === undefined) continue;
      this.#complete(attempt, id);
      attempt.finish(this.#parts.session, undefined, reason);
    }
    each(this.#order, (scenario) => {
      if (this.#ledger.has(scenario)) return;
      if (!scenario.hasBegun) scenario.blame(this.#whyBlocked ?? reason);
      this.#ledger.settle(scenario, scenario.toRecord());
    });
    this.#ledger.finish();
  }

  #plan({ id, pickleId, testSteps }: TestCase): void {
    const scenario = this.#scenarios[pickleId];
    if (scenario === undefined) return;
    const steps: ById<PlannedStep> = create(null);
    const written = scenario.known.pickle.steps;
    let hasSteps = false;
    each(testSteps, (step) => {
      hasSteps ||= step.pickleStepId !== undefined;
      steps[step.id] = step.hookId === undefined ? this.#plannedStep(step, written) : this.#plannedHook(step, hasSteps);
    });
    this.#cases[id] = { scenario, steps };
  }

  #plannedHook(step: TestStep, hasSteps: boolean): PlannedStep {
    const hook = this.#hooks[step.hookId ?? ''];
    const isAfter = hook?.type === undefined ? hasSteps : hook.type === 'AFTER_TEST_CASE';
    const title = hookTitle(isAfter ? 'After' : 'Before', hook);
    const record: StepRecord = { title, status: 'not-run', ...this.#place(hook) };
    return { step, part: isAfter ? 'teardown' : 'setup', record };
  }

  #plannedStep(step: TestStep, all: readonly PickleStep[]): PlannedStep {
    const pickleStep = withId(all, step.pickleStepId);
    const written = this.#parts.features.step(pickleStep?.astNodeIds[0]);
    const definition = this.#definitions[step.stepDefinitionIds?.[0] ?? ''];
    const title = `${written?.keyword ?? ''}${pickleStep?.text ?? ''}`;
    const record: StepRecord = { title, status: 'not-run', ...this.#place(definition) };
    const description = pickleStep && argumentOf(pickleStep);
    if (description !== undefined) record.description = description;
    return { step, part: written?.isBackground === true ? 'setup' : 'body', record };
  }

  #begin({ id, testCaseId, timestamp, workerId }: TestCaseStarted): void {
    const planned = this.#cases[testCaseId];
    if (planned === undefined) return;
    const worker = workerId ?? '';
    const attempt = new OpenAttempt(planned.scenario, testCaseId, this.#shownHooks[worker] ?? []);
    delete this.#shownHooks[worker];
    attempt.startAt(timeOf(timestamp), workerNumber(workerId, 0));
    this.#attempts[id] = attempt;
  }

  #endStep({ testCaseStartedId, testStepId, testStepResult, timestamp }: TestStepFinished): void {
    const attempt = this.#attempts[testCaseStartedId];
    const planned = attempt && this.#cases[attempt.testCase]?.steps[testStepId];
    if (attempt === undefined || planned === undefined) return;
    const status = statusOf(testStepResult, this.#parts.options.strict !== false);
    attempt.end(planned.step.id, {
      status,
      endedAt: timeOf(timestamp),
      hasRun: !tookNoTime(testStepResult.duration),
      isPending: testStepResult.status === 'PENDING',
      ...(status === 'failed' && { error: errorOf(this.#whyFailed(planned, testStepResult, attempt.scenario)) }),
    });
  }

  #whyFailed({ step, record }: PlannedStep, result: TestStepFinished['testStepResult'], { known }: Scenario): string {
    if (result.message !== undefined && result.message !== '') return result.message;
    if (result.status === 'PENDING') return why.pending(record.title);
    if (result.status === 'AMBIGUOUS') return why.ambiguousStep(this.#definitionsOf(step));
    const pickleStep = withId(known.pickle.steps, step.pickleStepId);
    if (result.status !== 'UNDEFINED' || pickleStep === undefined) return result.status;
    return why.undefinedStep(this.#snippets[pickleStep.id] ?? this.#parts.snippetFor(pickleStep));
  }

  #definitionsOf({ stepDefinitionIds = [] }: TestStep): string {
    const lines = mapped(stepDefinitionIds, (id) => {
      const { pattern, sourceReference } = this.#definitions[id] ?? {};
      return `  ${pattern?.source} - ${sourceReference?.uri}:${sourceReference?.location?.line}`;
    });
    return join(lines, '\n');
  }

  #end({ testCaseStartedId: id, timestamp, willBeRetried }: TestCaseFinished): void {
    const attempt = this.#attempts[id];
    if (attempt === undefined) return;
    delete this.#attempts[id];
    const { scenario } = attempt;
    this.#complete(attempt, id);
    // The scenarios after a failure send all their messages, although none of their code runs.
    if (this.#parts.options.failFast === true && this.#hasFailed && attempt.wasLeftOut)
      scenario.blame(why.stoppedEarly);
    else attempt.finish(this.#parts.session, timeOf(timestamp));
    if (willBeRetried) return this.#ledger.announced(scenario, scenario.toRecord());
    delete this.#cases[attempt.testCase];
    this.#hasFailed ||= scenario.hasFailed;
    this.#ledger.settle(scenario, scenario.toRecord());
  }

  #complete(attempt: OpenAttempt, id: string): void {
    const calls = this.#parts.callsIn(id);
    if (calls !== undefined) attempt.complete(calls);
  }

  /** In parallel mode it runs in each worker, which is one problem. */
  #endRunHook({ testRunHookStartedId, result, timestamp }: TestRunHookFinished): void {
    const started = this.#runHooks[testRunHookStartedId];
    if (started === undefined) return;
    const hook = this.#hooks[started.hookId];
    const isAfter = hook?.type === 'AFTER_TEST_RUN';
    const title = hookTitle(isAfter ? 'AfterAll' : 'BeforeAll', hook);
    if (result.status === 'FAILED') {
      const { message, stack } = errorOf(result.message ?? '');
      if (!isAfter) this.#whyBlocked ??= why.hookFailed(title, message);
      if (this.#failedHooks[started.hookId] === undefined) this.problem(runHookFailed(title), stack ?? message);
      this.#failedHooks[started.hookId] = true;
    } else if (!isAfter) {
      const times = { startedAt: timeOf(started.timestamp), endedAt: timeOf(timestamp) };
      const shown = this.#shownHooks[started.workerId ?? ''] ?? [];
      append(shown, { title, status: 'passed', ...times, ...this.#place(hook) });
      this.#shownHooks[started.workerId ?? ''] = shown;
    }
  }

  #place(defined: Hook | StepDefinition | undefined): Pick<StepRecord, 'location'> {
    return definedAt(defined?.sourceReference, this.#parts.cwd);
  }
}

function withId(steps: readonly PickleStep[], id: string | undefined): PickleStep | undefined {
  for (let index = 0; index < steps.length; index++) if (steps[index]?.id === id) return steps[index];
  return undefined;
}
