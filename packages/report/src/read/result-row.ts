import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { type Counts, MESSAGE_IN_ROW, type OutcomeLetter } from '../format.js';
import { countOf, listOf, type Members, membersOf, textOf, textsOf } from '../members.js';
import { type Failure, failureOf } from './failure.js';
import { fromId, pathId } from './path-id.js';
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
}

/** Not an object: a line from elsewhere may name a member that every object has, such as `__proto__`. */
const LETTERS: ReadonlyMap<unknown, OutcomeLetter> = new Map([
  ['Passed', 'P'],
  ['Failed', 'F'],
  ['Blocked', 'B'],
  ['Skipped', 'S'],
]);
const REASONS: readonly unknown[] = FAILURE_REASONS;
const FLAKY = /^Flaky: (?:passed|skipped|failed, as expected,) on attempt/m;

/** Whether the message of a result that passed says that an earlier attempt failed, as reporters write it. */
export function saysFlaky(message: string): boolean {
  return FLAKY.test(message);
}

/** The letter of an outcome of the interface, such as P for Passed; undefined for any other value. */
export function letterOf(outcome: unknown): OutcomeLetter | undefined {
  return LETTERS.get(outcome);
}

/**
 * The part of a journal line for the table of results.
 * @param root folder of the suite, if errors may lack their locations
 * @returns undefined if it is not a result
 */
export function rowOf(entry: Members, session: number, place: number, root?: string): ResultRow | undefined {
  const body = membersOf(entry.body);
  const outcome = letterOf(body.outcome);
  if (outcome === undefined) return undefined;
  const view = membersOf(entry.view);
  const id = textOf(entry.id) || textOf(body.autoTestExternalId);
  const message = textOf(body.message);
  const earlier = listOf(view.earlier).map(membersOf);
  const titles = textsOf(view.titles);
  const hasView = titles.length > 0;
  const inferred = hasView ? { file: textOf(view.file), titles } : fromId(id);
  // Only the message shows whether the test was expected to fail, but a test may also write these words into it.
  const hasFailed = !hasView || earlier.some((attempt) => attempt.outcome === 'F');
  const isFlaky = outcome === 'P' && hasFailed && saysFlaky(message);
  return {
    ...{ session, place, outcome, isFlaky, ...inferred },
    line: countOf(view.line) ?? 0,
    project: textOf(view.project),
    configuration: textOf(body.configurationId),
    ...resultTimes(body, view),
    worker: countOf(view.worker) ?? -1,
    id,
    message: message.slice(0, MESSAGE_IN_ROW).toWellFormed(),
    failure: outcome === 'F' ? failureOf(membersOf(listOf(view.errors)[0]), message, inferred.file, root) : undefined,
    failureReason: reasonOf(body.failureReasonName),
    attempts: earlier.length + 1,
    hasErrors: [view, ...earlier].some(({ errors }) => listOf(errors).length > 0),
    hasAttachments: listOf(entry.attachments).length > 0,
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

function reasonOf(value: unknown): number {
  return REASONS.indexOf(value);
}
