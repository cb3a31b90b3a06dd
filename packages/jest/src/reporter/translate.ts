import type { AttemptRecord, ErrorRecord, TestRecord } from '@testpoint/core';
import { comparison, emptyAttempt, hasLostInJson, mergedTestData } from '@testpoint/core/adapter';
import { saysAnything, type TestData, TestNumbers } from '@testpoint/core/test-api';
import type { TestCase, TestFileResult } from '../in-test/jest-types.js';
import { withoutRunnersFrames } from './frames.js';
import type { ObservedAttempt, ObservedRun } from './observed-runs.js';
import type { NamedProject } from './project-names.js';
import { type EndedCase, invocationOf, keyOf, type RunningFile, type TestLocation, titlesOf } from './running-file.js';

/** Which tests were meant to run. Jest shows tests that `-t` filters out as pending. */
export type NameFilter = (fullName: string) => boolean;

/** Jest's message for a test that was expected to fail and passed. */
const UNEXPECTED_PASS = 'Failing test passed even though it was supposed to fail';

export interface FileRecord {
  record: TestRecord;
  location: TestLocation;
}

/** The tests from a file's own result. Earlier attempts ended while it ran. */
export function fileRecords(
  project: NamedProject,
  { testResults }: TestFileResult,
  running: RunningFile,
  observed: ObservedRun | undefined,
  isMeant: NameFilter,
): FileRecord[] {
  const records: FileRecord[] = [];
  const occurrences = new Map<string, number>();
  const numbers = new TestNumbers();
  for (const [index, result] of testResults.entries()) {
    const titles = titlesOf(result);
    const key = keyOf(titles);
    const occurrence = (occurrences.get(key) ?? 0) + 1;
    occurrences.set(key, occurrence);
    const declared = observed?.positionOf(titles, occurrence, index);
    const number = observed?.numberAt(declared) ?? numbers.next(titles);
    if (result.status === 'pending' && !isMeant(titles.join(' '))) continue;
    const attempts = attemptsOf(result, titles, running, (invocation) =>
      invocation === 1 ? occurrence : rankOf(result, invocation, testResults),
    );
    const seen = observed?.testAt(declared).attempts ?? [];
    const failing = observed?.failing.has(declared);
    const location = { file: running.name, ...project, titles, occurrence, number, worker: observed?.worker, failing };
    const isComplete = !seen.some(({ data }) => saysAnything(data));
    const known = isComplete ? knownRecord(running.alike(titles), location, attempts) : undefined;
    records.push({ record: known ?? recordOf(location, attempts, seen), location });
  }
  return records;
}

/** The record from when the test ended, if the file's result adds nothing to it. Then it costs next to nothing to settle it. */
function knownRecord(
  [ended, other]: readonly EndedCase[],
  { occurrence, number, worker }: TestLocation,
  [attempt, retry]: readonly EndedCase[],
): TestRecord | undefined {
  if (ended === undefined || attempt === undefined || (other ?? retry) !== undefined) return undefined;
  const { record, result, startedAt, nth } = ended;
  const isSame =
    nth === occurrence &&
    startedAt === attempt.startedAt &&
    record?.attempts[0]?.worker === worker &&
    (record?.occurrence ?? 1) === number &&
    result.status === attempt.result.status &&
    result.duration === attempt.result.duration &&
    String(result.failureMessages) === String(attempt.result.failureMessages);
  return isSame ? record : undefined;
}

/**
 * A test's record, from Jest's events about its attempts, in order, and the setup file's observations.
 * @param identity the identity that the test has set, if the data of its attempts has not arrived
 */
export function recordOf(
  { file, project, projectName, titles, number, worker, failing }: TestLocation,
  attempts: readonly EndedCase[],
  observed: readonly ObservedAttempt[] = [],
  identity: readonly TestData[] = [],
): TestRecord {
  const last = attempts.at(-1)?.result;
  const status = statusOf(last);
  const ran = last !== undefined && status !== 'skipped';
  const record: TestRecord = {
    ...mergedTestData([...identity, ...observed.map(({ data }) => data.test)], titles),
    file,
    titlePath: titles,
    status,
    attempts: ran ? attempts.map((ended) => attemptOf(ended, observed, worker)) : [],
  };
  if (number > 1) record.occurrence = number;
  if (project !== undefined) record.project = project;
  if (projectName !== undefined) record.projectName = projectName;
  if (last?.location?.line !== undefined) record.line = last.location.line;
  if (last?.status === 'todo') record.reason = 'todo';
  if (ran && (failing === true || last.failing === true) && !failedOtherwise(last)) record.expectedToFail = true;
  return record;
}

/**
 * The attempts of one test. The last one comes from `result`; attempts without an event are empty.
 * @param rankAt position of the test, from 1, among the tests with its name that had such an invocation
 */
function attemptsOf(
  result: TestCase,
  titles: string[],
  running: RunningFile,
  rankAt: (invocation: number) => number,
): EndedCase[] {
  const count = invocationOf(result);
  if (count === 1 && typeof result.startAt === 'number') return [{ titles, result, startedAt: result.startAt, nth: 1 }];
  const alike = running.alike(titles);
  const attempts: EndedCase[] = [];
  for (let invocation = 1; invocation <= count; invocation += 1) {
    const ended = alike.filter((one) => invocationOf(one.result) === invocation)[rankAt(invocation) - 1];
    if (invocation < count) attempts.push(ended ?? unseen(result, invocation));
    else attempts.push({ titles, result, startedAt: result.startAt ?? ended?.startedAt, nth: 1 });
  }
  return attempts;
}

function rankOf(result: TestCase, invocation: number, all: readonly TestCase[]): number {
  const upToIt = all.slice(0, all.indexOf(result) + 1);
  const key = keyOf(titlesOf(result));
  return upToIt.filter((other) => invocationOf(other) >= invocation && keyOf(titlesOf(other)) === key).length;
}

/** An attempt without an event. It counts as failed, because Jest ran the test again. */
function unseen(result: TestCase, invocations: number): EndedCase {
  const attempt: TestCase = { ...result, invocations, status: 'failed', failureMessages: [], duration: null };
  return { titles: [], startedAt: undefined, result: attempt, nth: 1 };
}

function attemptOf(
  { result, titles, startedAt }: EndedCase,
  observed: readonly ObservedAttempt[],
  worker: number | undefined,
): AttemptRecord {
  const seen = observed.find(({ invocation }) => invocation === invocationOf(result))?.data;
  const begin = startedAt ?? seen?.startedAt;
  const status = statusOf(result);
  const errors = (result.failureMessages ?? []).flatMap((rendered, index) => {
    if (typeof rendered !== 'string') return [];
    return [errorOf(result.invocations ? rendered : withoutTitles(rendered, titles), result.failureDetails?.[index])];
  });
  const { setup, body, teardown, attachments } = seen ?? emptyAttempt(status);
  const attempt: AttemptRecord = { status, errors, setup, body, teardown, attachments };
  if (worker !== undefined) attempt.worker = worker;
  if (begin !== undefined) attempt.startedAt = begin;
  if (typeof result.duration === 'number') {
    if (begin === undefined) attempt.duration = result.duration;
    else attempt.endedAt = begin + result.duration;
  }
  return attempt;
}

function statusOf(result: TestCase | undefined): TestRecord['status'] {
  if (result === undefined) return 'not-run';
  return result.status === 'passed' || result.status === 'failed' ? result.status : 'skipped';
}

/** Whether a test that is expected to fail has failed for another reason than that it passed: because of a hook. */
function failedOtherwise({ status, failureMessages = [] }: TestCase): boolean {
  return status === 'failed' && !failureMessages.some((message) => message?.includes(UNEXPECTED_PASS));
}

/** Other runners than jest-circus may put the titles above the error, and then indent it. */
function withoutTitles(rendered: string, titles: readonly string[]): string {
  const heading = [' > ', ' › ', ' ']
    .map((between) => `${titles.join(between)}\n`)
    .find((one) => rendered.startsWith(one));
  if (heading === undefined) return rendered;
  const error = rendered.slice(heading.length);
  const [indent = ''] = /^[ \t]*/.exec(error) ?? [];
  return `\n${error}`.replaceAll(`\n${indent}`, '\n').trim();
}

/** A message may have lines like `  at least 3`, so only a location makes a frame. */
const FIRST_FRAME = /\n[ \t]+at .*(?::\d+:\d+|<anonymous>|\(index \d+)\)?$/m;

/** Jest renders an error as its stack, which starts with its message. */
function errorOf(rendered: string, thrown: unknown): ErrorRecord {
  const frames = rendered.search(FIRST_FRAME);
  if (frames < 0) return { message: rendered, ...comparisonIn(thrown) };
  const stack = withoutRunnersFrames(rendered);
  return { message: rendered.slice(0, frames), stack, ...comparisonIn(thrown) };
}

/**
 * The values that a matcher of `expect` compared. Without a worker process this is the thrown error itself, whose getters
 * may throw.
 */
function comparisonIn(thrown: unknown): Pick<ErrorRecord, 'expected' | 'actual'> {
  try {
    const { matcherResult } = Object(thrown) as { matcherResult?: unknown };
    const { expected = null, actual = null } = Object(matcherResult) as { expected?: unknown; actual?: unknown };
    // From a worker process, NaN and Infinity arrive as null, and a regular expression or a Map as `{}`.
    const isUnsure = expected === null || actual === null || hasLostInJson([expected, actual]);
    return isUnsure ? {} : comparison(expected, actual);
  } catch {
    return {};
  }
}
