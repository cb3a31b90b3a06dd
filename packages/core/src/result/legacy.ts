import type { LegacyResult, LegacyStep, Result, StepResult } from '@testpoint/interface';
import type { Times } from './times.js';

/** The data of the older bodies that the newer one does not have. */
export interface LegacyContext {
  testRunId: string;
  testPlanGlobalId: number;
  configurationGlobalId: number;
  /** In order. The older bodies have no place for attachments, so the message names them. */
  attachmentNames: readonly string[];
}

/** A step and the path of titles before it. */
interface PlacedStep {
  step: StepResult;
  path: string;
}

const PATH_SEPARATOR = ' › ';
const SHORTEST_MILLISECONDS = 1;

/**
 * Rewrites a result whose durations are in milliseconds for `POST /api/v2/testResults` (section 2, legacy body): milliseconds, at least 1; steps flat, in
 * the order setup, body, teardown. Links, parameters, properties, descriptions and failure reasons have no place there.
 */
export function toLegacyResult(body: Result, context: LegacyContext): LegacyResult {
  const { setupResults = [], stepResults = [], teardownResults = [] } = body;
  const message = messageWithAttachments(body.message ?? '', context.attachmentNames);
  return {
    testRunId: context.testRunId,
    testPlanGlobalId: context.testPlanGlobalId,
    autoTestExternalId: body.autoTestExternalId,
    configurationGlobalId: context.configurationGlobalId,
    outcome: body.outcome,
    ...(message === '' ? {} : { message }),
    ...(body.traces === undefined ? {} : { stackTrace: body.traces }),
    duration: Math.max(SHORTEST_MILLISECONDS, tookOf(body)),
    stepResults: flatten([...setupResults, ...stepResults, ...teardownResults]),
  };
}

function messageWithAttachments(message: string, names: readonly string[]): string {
  if (names.length === 0) return message;
  const attachments = `Attachments: ${names.join(', ')}`;
  return message === '' ? attachments : `${message}\n\n${attachments}`;
}

/** The sum of a test's attempts may be far shorter than its time. But a small number may be seconds. */
function tookOf(body: Result): number {
  const span = milliseconds(body);
  const { duration = 0 } = body;
  return duration > Math.round(span / 1000) ? duration : span;
}

/**
 * Computed from the times if both are known, because `duration` is in seconds in journals of earlier versions. 0 if nothing is
 * known.
 */
function milliseconds({ startedOn, completedOn, duration = 0 }: Times): number {
  if (startedOn === undefined || completedOn === undefined) return duration;
  return Date.parse(completedOn) - Date.parse(startedOn);
}

function flatten(steps: StepResult[]): LegacyStep[] {
  const flat: LegacyStep[] = [];
  const rest: PlacedStep[] = steps.map((step) => ({ step, path: '' })).reverse();
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { step, path } = next;
    const action = `${path}${step.title ?? ''}`;
    flat.push({ action, duration: milliseconds(step), outcome: step.outcome ?? 'Passed' });
    for (const inner of (step.stepResults ?? []).toReversed()) {
      rest.push({ step: inner, path: `${action}${PATH_SEPARATOR}` });
    }
  }
  return flat;
}
