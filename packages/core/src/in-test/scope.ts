import { keysOf, textOf } from '../built-ins/language.js';
import { node, now } from '../built-ins/node.js';
import { shielded } from '../built-ins/shield.js';
import type { AttemptData } from '../channel/format/messages.js';
import type { StepRecord } from '../model.js';
import { bounded, errorRecord } from './json-safe.js';
import { warn } from './place.js';
import type { AttemptScope, HookScope, Place } from './place-types.js';
import { type SharedState, state } from './state.js';

/** Steps of one attempt that are kept: memory must not grow with what a loop does. */
const STEP_LIMIT = 20_000;
/** Levels of steps; deeper ones become siblings, because JSON can't be nested without end. */
const DEPTH_LIMIT = 500;
/** From Node 24 on an async context costs promises nothing. */
const CONTEXTS_ARE_CHEAP = node !== undefined && node.major >= 24;

/**
 * Begins an attempt. The setup file runs its hooks and its body in it, and hands `data` to the reporter after `endAttempt`.
 * @param startedAt the framework's own begin, where it tells; epoch milliseconds. Default now
 */
export function beginAttempt(key: string, startedAt: number = now()): AttemptScope {
  const data = { key, startedAt, setup: [], body: [], teardown: [], attachments: [], test: {} };
  return { data, open: true, stepCount: 0, hasContext: false };
}

/** @param failed the framework's verdict: steps that never ended are then the ones it failed in */
export function endAttempt(attempt: AttemptScope, failed: boolean): AttemptData {
  return shielded(() => {
    attempt.open = false;
    attempt.data.endedAt = now();
    if (failed) failUnended(attempt.data.body);
    return attempt.data;
  });
}

/** False of most attempts: whatever there is to know of them the framework tells its reporters. */
export function saysAnything({ setup, body, teardown, attachments, test }: AttemptData): boolean {
  if (setup.length + body.length + teardown.length + attachments.length > 0) return true;
  return keysOf(test).length > 0;
}

/** Begins a hook. Of an attempt: its record goes into that attempt's setup or teardown at once. */
export function beginHook(title: string, attempt?: AttemptScope, part: 'setup' | 'teardown' = 'setup'): HookScope {
  const record = begunStep(title);
  if (attempt !== undefined) attempt.data[part][attempt.data[part].length] = record;
  return { record, attempt, open: true, stepCount: 0, hasContext: false };
}

/** Ends a hook; `failure` is what it threw, or what the framework says about it. */
export function endHook(hook: HookScope, failure?: { error: unknown }): StepRecord {
  return shielded(() => {
    hook.open = false;
    endStep(hook.record, failure);
    if (failure !== undefined) failUnended(hook.record.steps);
    return hook.record;
  });
}

/**
 * Runs `fn`, and everything asynchronous that it begins, as the body of an attempt or as a hook. Where test code has not
 * loaded the API, nobody can ask, and the async context, which makes every promise of the process dearer, is left alone.
 */
export function runInScope<T>(scope: AttemptScope | HookScope, fn: () => T): T {
  if (!usesContexts(state)) return fn();
  scope.hasContext = true;
  return state.places.run(placeOf(scope), fn);
}

/**
 * As `runInScope`, around what the caller goes on to call: so no frame of ours appears in the stacks of a test's errors.
 * The function that comes back must be called when that has returned.
 */
export function enterScope(scope: AttemptScope | HookScope): () => void {
  if (!usesContexts(state)) return () => {};
  scope.hasContext = true;
  const { places } = state;
  const before = places.getStore();
  places.enterWith(placeOf(scope));
  return () => places.enterWith(before as Place);
}

/**
 * Says what is running while only one test or hook runs at a time, for callbacks whose async context is that of nobody
 * (a server started in an earlier hook); undefined when several tests run at once, or none.
 */
export function setSerialScope(scope: AttemptScope | HookScope | undefined): void {
  if (state !== undefined && state.tells !== 'context') state.serial = scope === undefined ? undefined : placeOf(scope);
}

/**
 * Only one test or hook of this process runs at a time, and `setSerialScope` says which: where async contexts make every
 * promise dearer, as before Node 24, they are done without until somebody relies on them.
 */
export function relyOnSerialScope(): void {
  if (state !== undefined && !CONTEXTS_ARE_CHEAP) state.tells ??= 'serial';
}

/** From now on every attempt and hook runs in an async context of its own, also where that was done without. */
export function relyOnContexts(): void {
  if (state !== undefined && state.tells !== 'context') state.tells = 'both';
}

/**
 * The framework goes on, and so may what it has waited for. Where that has no context to be known by, what has none is
 * nobody's from now on.
 */
export function abandonScope(scope: AttemptScope | HookScope): void {
  if (state?.hasApi !== true || scope.hasContext) return;
  state.tells = 'context';
  state.serial = undefined;
}

function usesContexts(shared: SharedState | undefined): shared is SharedState {
  return shared?.hasApi === true && shared.tells !== 'serial';
}

/** Puts a new step where the code is; undefined when the attempt has more of them than anybody could read. */
export function beginStep(place: Place, title: string): StepRecord | undefined {
  const owner = place.attempt ?? place.hook;
  const list = place.step === undefined ? place.attempt?.data.body : childrenOf(place.step);
  if (owner === undefined || list === undefined) return undefined;
  owner.stepCount += 1;
  if (owner.stepCount > STEP_LIMIT) {
    warn(`A test has more than ${STEP_LIMIT} steps. The rest ran, but are not shown.`);
    return undefined;
  }
  const record = begunStep(title);
  list[list.length] = record;
  return record;
}

/** The place inside a step that was begun at a place. */
export function placeInStep(place: Place, record: StepRecord): Place {
  if (place.depth >= DEPTH_LIMIT) return place;
  return { attempt: place.attempt, hook: place.hook, step: record, depth: place.depth + 1 };
}

export function endStep(record: StepRecord, failure?: { error: unknown }): void {
  record.endedAt = now();
  record.status = failure === undefined ? 'passed' : 'failed';
  if (failure !== undefined) record.error = errorRecord(failure.error);
}

function childrenOf(step: StepRecord): StepRecord[] {
  step.steps ??= [];
  return step.steps;
}

/** Not-run until it ends: a step that never does is neither passed nor failed. */
function begunStep(title: string): StepRecord {
  return { title: bounded(textOf(title)), startedAt: now(), status: 'not-run' };
}

function failUnended(steps: StepRecord[] | undefined): void {
  if (steps === undefined) return;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] as StepRecord;
    if (step.endedAt !== undefined) continue;
    step.status = 'failed';
    failUnended(step.steps);
  }
}

function placeOf(scope: AttemptScope | HookScope): Place {
  if ('record' in scope) return { attempt: scope.attempt, hook: scope, step: scope.record, depth: 1 };
  return { attempt: scope, hook: undefined, step: undefined, depth: 0 };
}
