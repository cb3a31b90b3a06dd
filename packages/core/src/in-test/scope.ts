import { asText, keysOf } from '../built-ins/language.js';
import { node, now } from '../built-ins/node.js';
import { shielded } from '../built-ins/shield.js';
import type { AttemptData } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';
import { bounded, errorRecord } from './json-safe.js';
import { tooManySteps } from './messages.js';
import { placeOf, warn } from './place.js';
import type { AttemptScope, HookScope, Place } from './place-types.js';
import { isPlainPromise } from './settled.js';
import { state } from './state.js';

/** Maximum number of steps per attempt, so that a loop does not exhaust memory. */
const STEP_LIMIT = 20_000;
/** Maximum depth of steps; deeper ones become siblings, because JSON can't be nested endlessly. */
const DEPTH_LIMIT = 500;
/** From Node 24 on, async contexts don't slow promises down. A browser has none. */
const CONTEXTS_ARE_CHEAP = node === undefined || node.major >= 24;

/**
 * Starts an attempt. The setup file runs its hooks and its body in it, and sends `data` to the reporter after `endAttempt`.
 * @param startedAt the framework's own start time, if known; epoch milliseconds. Default: now
 */
export function beginAttempt(key: string, startedAt: number = now()): AttemptScope {
  const data = { key, startedAt, setup: [], body: [], teardown: [], attachments: [], test: {} };
  return { data, open: true, stepCount: 0, hasContext: false };
}

/** @param failed the framework's verdict. If true, steps that never ended are those in which the test failed */
export function endAttempt(attempt: AttemptScope, failed: boolean): AttemptData {
  return shielded(() => {
    attempt.open = false;
    attempt.data.endedAt = now();
    if (failed) failUnended(attempt.data.body);
    return attempt.data;
  });
}

/** False for most attempts: the framework already tells its reporters everything about them. */
export function saysAnything({ setup, body, teardown, attachments, test }: AttemptData): boolean {
  if (setup.length + body.length + teardown.length + attachments.length > 0) return true;
  return keysOf(test).length > 0;
}

/** Starts a hook. The record of a hook in an attempt is added to its setup or teardown at once. */
export function beginHook(title: string, attempt?: AttemptScope, part: 'setup' | 'teardown' = 'setup'): HookScope {
  const record = begunStep(title);
  if (attempt !== undefined) attempt.data[part][attempt.data[part].length] = record;
  return { record, attempt, open: true, stepCount: 0, hasContext: false };
}

/** Ends a hook. `failure` is the thrown value, or the framework's description of it. */
export function endHook(hook: HookScope, failure?: { error: unknown }): StepRecord {
  return shielded(() => {
    hook.open = false;
    endStep(hook.record, failure);
    if (hook.record.status === 'failed') failUnended(hook.record.steps);
    return hook.record;
  });
}

/**
 * The code that the caller then calls, and everything asynchronous that it starts, is the body of an attempt or a hook. The
 * caller calls it itself, so that no frame of ours appears in the stacks of a test's errors. If test code has not loaded the
 * API, no one needs the async context, which slows down every promise in the process, so it is not used.
 * @returns a function that leaves the scope. Call it after that code has returned
 */
export function enterScope(scope: AttemptScope | HookScope): () => void {
  if (!usesContexts()) return () => {};
  scope.hasContext = node !== undefined;
  return enterPlace(placeOf(scope));
}

/** Makes a place the current one, for code that the caller calls itself. @returns a function that leaves it */
export function enterPlace(place: Place): () => void {
  const { places } = state;
  const before = places.entered === undefined ? places.getStore() : places.entered();
  places.enterWith(place);
  return () => places.enterWith(before as Place);
}

/**
 * Keeps a scope's place for code that runs after an `await`, where there are no async contexts. Pass on the returned value: a
 * promise that two functions wait for appears in no stack.
 */
export function followScope<T>(scope: AttemptScope | HookScope, result: T): T {
  return usesContexts() ? followed(placeOf(scope), result) : result;
}

/** The same for any place. */
export function followed<T>(place: Place, result: T): T {
  const { places } = state;
  return places.follow !== undefined && isPlainPromise(result) ? (places.follow(place, result) as T) : result;
}

/**
 * Sets what is running while only one test or hook runs at a time, for callbacks without a context of their own (a server
 * started in an earlier hook); undefined if several tests or none are running.
 */
export function setSerialScope(scope: AttemptScope | HookScope | undefined): void {
  if (state.uses !== 'context') state.serial = scope === undefined ? undefined : placeOf(scope);
}

/**
 * Only one test or hook of this process runs at a time, and `setSerialScope` says which. Before Node 24, async contexts slow
 * down every promise, so they are not used until someone relies on them.
 */
export function relyOnSerialScope(): void {
  if (!CONTEXTS_ARE_CHEAP) state.uses ??= 'serial';
}

/** From now on, every attempt and hook runs in its own async context, even if that was disabled. */
export function relyOnContexts(): void {
  if (state.uses !== 'context') state.uses = 'both';
}

/**
 * Call it when the framework stops waiting for code that may still be running. If that code has no context, code without a
 * context belongs to no test from now on.
 */
export function abandonScope(scope: AttemptScope | HookScope): void {
  if (!state.hasApi || scope.hasContext) return;
  state.uses = 'context';
  state.serial = undefined;
}

function usesContexts(): boolean {
  return state.hasApi && state.uses !== 'serial';
}

/** Adds a new step at the current place; undefined if the attempt already has too many steps. */
export function beginStep(place: Place, title: string): StepRecord | undefined {
  const owner = place.attempt ?? place.hook;
  const list = place.step === undefined ? place.attempt?.data.body : childrenOf(place.step);
  if (owner === undefined || list === undefined) return undefined;
  owner.stepCount += 1;
  if (owner.stepCount > STEP_LIMIT) {
    warn(tooManySteps(STEP_LIMIT / 1_000));
    return undefined;
  }
  const record = begunStep(title);
  list[list.length] = record;
  return record;
}

/** The place inside a step that was started at a place. */
export function placeInStep(place: Place, record: StepRecord): Place {
  if (place.depth >= DEPTH_LIMIT) return place;
  return { attempt: place.attempt, hook: place.hook, step: record, depth: place.depth + 1 };
}

export function endStep(record: StepRecord, failure?: { error: unknown }): void {
  record.endedAt = now();
  record.status = failure === undefined ? 'passed' : isSkip(failure.error) ? 'skipped' : 'failed';
  if (failure !== undefined && record.status === 'failed') record.error = errorRecord(failure.error);
}

/** In this framework, a test that throws such an error has skipped itself. */
export function recognizeSkips(by: (error: unknown) => boolean): void {
  state.isSkip = by;
}

function isSkip(error: unknown): boolean {
  try {
    return state.isSkip?.(error) === true;
  } catch {
    // The suite made it itself, and it can't be read.
    return false;
  }
}

function childrenOf(step: StepRecord): StepRecord[] {
  step.steps ??= [];
  return step.steps;
}

/** Not-run until it ends. A step that never ends has neither passed nor failed. */
function begunStep(title: string): StepRecord {
  return { title: bounded(asText(title)), startedAt: now(), status: 'not-run' };
}

/** When a test or hook fails, its steps that have not ended have failed, too. */
export function failUnended(steps: StepRecord[] | undefined): void {
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] as StepRecord;
    if (step.endedAt !== undefined) continue;
    step.status = 'failed';
    failUnended(step.steps);
  }
}
