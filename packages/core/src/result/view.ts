import type { AttemptView, ErrorView, OutcomeLetter, ResultView } from '@testpoint/report/format';
import { mapped } from '../built-ins/language.js';
import type { AttemptRecord, ErrorRecord, StepRecord, TestRecord } from '../model.js';
import { attemptSpan } from './attempt-span.js';
import { attemptsOf, decisiveErrors, timeSpan } from './attempts.js';
import type { Mapping } from './mapping.js';
import { redact } from './masking/redaction.js';
import { outcomeOf } from './steps.js';
import { cutMiddle, isLong, plain } from './text/text.js';

/**
 * The data of a record for reports that is not in the service's body, masked. It is built for every result of every suite,
 * so for a test that passed at once it has only a few members.
 */
export function viewOf(record: TestRecord, mapping: Mapping): ResultView {
  const { file, titlePath, line, project, occurrence, origin } = record;
  const view: ResultView = { file: short(file, mapping), titles: [] };
  for (let index = 0; index < titlePath.length; index++) view.titles[index] = short(titlePath[index] ?? '', mapping);
  if (line !== undefined) view.line = line;
  if (project !== undefined && project !== '') view.project = short(project, mapping);
  if (occurrence !== undefined && occurrence > 1) view.occurrence = occurrence;
  if (origin !== undefined) view.origin = origin;
  addAttempts(view, record, mapping);
  return view;
}

function addAttempts(view: ResultView, record: TestRecord, mapping: Mapping): void {
  const attempts = attemptsOf(record);
  const { earlier, last } = attempts;
  if (last?.worker !== undefined) view.worker = last.worker;
  if (earlier.length > 0 || last?.duration !== undefined) {
    const { startedAt = 0, endedAt = -1, duration } = timeSpan(attempts, mapping.settings.attempts);
    if (duration !== undefined && duration !== endedAt - startedAt) view.duration = duration;
  }
  const { errors } = decisiveErrors(record, attempts);
  if (errors.length > 0) view.errors = errorsOf(errors, 'message.txt', 'traces.txt', mapping);
  const places = last === undefined ? undefined : placesOf(last, mapping);
  if (places !== undefined) view.stepPlaces = places;
  if (earlier.length > 0) view.earlier = mapped(earlier, (attempt) => attemptOf(attempt, mapping));
}

function attemptOf(attempt: AttemptRecord, mapping: Mapping): AttemptView {
  const { status, reason, errors } = attempt;
  const { startedAt, endedAt } = attemptSpan(attempt);
  const view: AttemptView = { outcome: outcomeOf(status)[0] as OutcomeLetter };
  if (startedAt !== undefined) view.startedAt = startedAt;
  if (endedAt !== undefined) view.endedAt = endedAt;
  const words = errors.length === 0 && reason !== undefined ? [{ message: reason }] : errors;
  if (words.length > 0) view.errors = errorsOf(words, 'description.txt', 'description.txt', mapping);
  const places = placesOf(attempt, mapping);
  if (places !== undefined) view.stepPlaces = places;
  return view;
}

/** Undefined if the framework says of no step where the test called it. Steps after the last known one are left out. */
function placesOf({ setup, body, teardown }: AttemptRecord, mapping: Mapping): AttemptView['stepPlaces'] {
  if (setup.length + body.length + teardown.length === 0) return undefined;
  let places: (string | number)[] | undefined;
  let file = '';
  let unknown = 0;
  // No recursion, because a test may nest steps deeper than our stack allows.
  const open = [
    { steps: teardown, next: 0 },
    { steps: body, next: 0 },
    { steps: setup, next: 0 },
  ];
  for (let level = open[open.length - 1]; level !== undefined; level = open[open.length - 1]) {
    const step: StepRecord | undefined = level.steps[level.next++];
    if (step === undefined) {
      open.length--;
      continue;
    }
    const { location, steps } = step;
    if (location !== undefined) {
      places ??= [];
      for (; unknown > 0; unknown--) places[places.length] = 0;
      if (location.file !== file) places[places.length] = short(location.file, mapping);
      file = location.file;
      places[places.length] = location.line;
    } else unknown++;
    if (steps !== undefined && steps.length > 0) open[open.length] = { steps, next: 0 };
  }
  return places;
}

/**
 * @param messageIn attachment with the first message, if that is long
 * @param restIn attachment with the rest
 */
function errorsOf(errors: ErrorRecord[], messageIn: string, restIn: string, mapping: Mapping): ErrorView[] {
  const views: ErrorView[] = [];
  for (let index = 0; index < errors.length; index++) {
    const { message, stack, expected, actual, codeFrame, location } = errors[index] as ErrorRecord;
    const view: ErrorView = { message: short(message, mapping, index === 0 ? messageIn : restIn) };
    if (stack !== undefined && stack !== '') view.stack = short(stack, mapping, restIn);
    if (expected !== undefined) view.expected = short(expected, mapping);
    if (actual !== undefined) view.actual = short(actual, mapping);
    if (codeFrame !== undefined) view.codeFrame = short(codeFrame, mapping);
    if (location !== undefined) {
      // Not a copy: what a framework adds to a location is not masked.
      const { line, column } = location;
      view.location = { file: short(location.file, mapping), line, ...(column !== undefined && { column }) };
    }
    views[views.length] = view;
  }
  return views;
}

/** @param wholeIn attachment with the whole text, if there is one */
function short(text: string, mapping: Mapping, wholeIn?: string): string {
  const masked = redact(plain(text), mapping.redaction);
  return isLong(masked) ? cutMiddle(masked, wholeIn) : masked;
}
