import { pathId, readLine } from '@testpoint/interface/codec';
import { FAILURE_REASONS, type Outcome } from '@testpoint/interface/constants';
import { type Counts, MESSAGE_IN_ROW, type OutcomeLetter } from '../format.js';
import { isPicture, isTrace } from './evidence.js';
import { type Failure, failureOf } from './failure.js';
import { withoutFrames } from './failure-message.js';
import { resultTimes } from './result-times.js';

/** One result in the table of results. Times are epoch milliseconds, -1 if unknown. */
export interface ResultRow {
  /** Index of the session in the report. */
  session: number;
  /** Position of the result's line in its source. */
  place: number;
  /** Position of the result that this one corrects, in the same source. */
  corrects?: number;
  outcome: OutcomeLetter;
  isFlaky: boolean;
  file: string;
  /** From the outermost describe to the test. */
  titles: readonly string[];
  /** From 1; 0 if unknown. */
  line: number;
  project: string;
  configuration: string;
  /** Epoch milliseconds; -1 if unknown. */
  startedAt: number;
  /** Epoch milliseconds; -1 if unknown. */
  endedAt: number;
  /** Milliseconds; -1 if unknown. */
  duration: number;
  worker: number;
  id: string;
  message: string;
  /** Undefined if it did not fail. */
  failure: Failure | undefined;
  failureReason: number;
  attempts: number;
  /** Of any attempt. */
  hasErrors: boolean;
  hasAttachments: boolean;
  hasPicture: boolean;
  hasTrace: boolean;
}

/** The members that a row needs. The others, such as steps, take longer to read. */
const NEEDED = {
  body: [
    ...(['autoTestExternalId', 'configurationId', 'outcome', 'message', 'failureReasonName'] as const),
    ...(['startedOn', 'completedOn'] as const),
  ],
  view: [...(['file', 'titles', 'line', 'project', 'worker', 'duration', 'errors', 'earlier'] as const)],
} as const;
const FLAKY = /^Flaky: (?:passed|skipped|failed, as expected,) on attempt/m;

/** Whether the message of a result that passed says that an earlier attempt failed, as reporters write it. */
export function saysFlaky(message: string): boolean {
  return FLAKY.test(message);
}

/** The letter of an outcome of the interface, such as P for Passed. */
export function letterOf(outcome: Outcome): OutcomeLetter {
  return outcome.charAt(0) as OutcomeLetter;
}

/**
 * The part of a journal line for the table of results.
 * @param root folder of the suite, if errors may lack their locations
 * @returns undefined if it is not a result
 */
export function rowOf(entry: unknown, session: number, place: number, root?: string): ResultRow | undefined {
  const line = readLine(entry, NEEDED);
  const { id, body, view, hasView, attachments } = line;
  if (body.outcome === undefined) return undefined;
  const outcome = letterOf(body.outcome);
  const { message = '', failureReasonName } = body;
  const { file, titles, earlier = [], errors = [] } = view;
  // Only the message shows whether the test was expected to fail, but a test may also write these words into it.
  const hasFailed = !hasView || earlier.some((attempt) => attempt.outcome === 'F');
  return {
    ...{ session, place, outcome, file, titles },
    isFlaky: outcome === 'P' && hasFailed && saysFlaky(message),
    line: view.line ?? 0,
    project: view.project ?? '',
    configuration: body.configurationId ?? '',
    ...resultTimes(line),
    worker: view.worker ?? -1,
    id,
    message: withoutFrames(message).slice(0, MESSAGE_IN_ROW).toWellFormed(),
    failure: outcome === 'F' ? failureOf(errors, message, view, root) : undefined,
    failureReason: failureReasonName === undefined ? -1 : FAILURE_REASONS.indexOf(failureReasonName),
    attempts: earlier.length + 1,
    hasErrors: [{ errors }, ...earlier].some((attempt) => (attempt.errors ?? []).length > 0),
    hasAttachments: attachments.length > 0,
    hasPicture: attachments.some(({ contentType }) => isPicture(contentType)),
    hasTrace: attachments.some(isTrace),
  };
}

/** Adds a result to the counts. @param by -1 removes it */
export function countRow(counts: Counts, { outcome, isFlaky }: Pick<ResultRow, 'outcome' | 'isFlaky'>, by = 1): void {
  if (outcome === 'P') counts.passed += by;
  else if (outcome === 'F') counts.failed += by;
  else if (outcome === 'B') counts.blocked += by;
  else counts.skipped += by;
  if (isFlaky) counts.flaky += by;
}

/** Empty if the viewer can derive it from the row's other columns. */
export function shownId({ id, project, file, titles }: Pick<ResultRow, 'id' | 'project' | 'file' | 'titles'>): string {
  return id === pathId(project, file, titles) ? '' : id;
}
