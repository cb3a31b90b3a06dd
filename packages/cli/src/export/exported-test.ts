import {
  eachStep,
  ownAdditions,
  type Result,
  type ResultLine,
  referencesOf,
  type StepResult,
} from '@testpoint/interface/codec';
import {
  type AttemptView,
  type ErrorView,
  letterOf,
  pathId,
  type Row,
  type Run,
  resultTimes,
  type SessionData,
  type SourceAttachment,
  titleSuffix,
} from '@testpoint/report';
import { showProgress } from '../terminal.js';
import { exporting } from './messages.js';

/** An attempt before the last. Its steps include those of its hooks. */
export interface EarlierAttempt extends Omit<AttemptView, 'outcome' | 'stepPlaces' | 'errors'> {
  /** Undefined if it is unknown. */
  outcome: AttemptView['outcome'] | undefined;
  errors: readonly ErrorView[];
  steps: readonly StepResult[];
  /** The GUIDs of its attachments that belong to no step. */
  references: readonly string[];
  attachments: readonly ExportedAttachment[];
}

export interface ExportedAttachment extends SourceAttachment {
  /** GUID by which the result and its steps refer to it. */
  placeholder: string;
}

/** A result with everything that formats write. */
export interface ExportedTest {
  row: Row;
  /** End of the last attempt, epoch milliseconds; -1 if unknown. */
  endedAt: number;
  session: SessionData | undefined;
  /** Its title, and what tells it from equal ones of its file. */
  name: string;
  /** Its id, if that does not follow from its titles. */
  ownId: string | undefined;
  message: string;
  traces: string;
  /** As it goes over the wire: setup, teardown, properties, links. */
  body: Partial<Result>;
  /** Without the number of attempts. */
  parameters: readonly [name: string, value: string][];
  earlier: readonly EarlierAttempt[];
  /** Of the last attempt, like the attachments. */
  steps: readonly StepResult[];
  attachments: readonly ExportedAttachment[];
}

/** What ran a session's tests, as its reporter names it, or the tool and format that it imported. */
export function toolOf(session: SessionData | undefined): string | undefined {
  return session?.importedFrom ?? session?.framework;
}

/** Every result of a run, one after the other: its body is read when its turn comes. @param onNext called with each one's index */
export function* exportedTests(run: Run, onNext = (_index: number) => {}): Generator<ExportedTest> {
  for (let index = 0; index < run.rows.size; index++) {
    onNext(index);
    yield exportedTest(run, index);
  }
}

/** Shows that so many results are exported. */
export function showExported({ rows }: Run, done: number): void {
  showProgress(() => exporting(done, rows.size));
}

export function exportedTest(run: Run, index: number): ExportedTest {
  const row = run.rows.at(index);
  const result = run.result(index);
  const line = run.entry(result);
  const { body, view } = line;
  const all = run
    .attachments(result, line)
    .map((attachment, at) => ({ ...attachment, placeholder: line.attachments[at]?.placeholder ?? '' }));
  const { stepResults = [], parameters = {} } = body;
  const own = ownAdditions(line);
  const earlier = attemptsOf(line, own.steps).map((attempt, at) =>
    earlierAttempt(attempt, at < own.steps ? stepResults[at] : undefined, all),
  );
  const name = `${row.title || row.id}${titleSuffix(view)}`;
  const isOfEarlier = new Set(earlier.flatMap(({ attachments }) => attachments));
  return {
    row,
    ...{ endedAt: resultTimes(line).endedAt },
    session: run.sessions[row.session],
    name,
    ownId: row.id === derivedId(row, name) ? undefined : row.id,
    message: body.message || row.message,
    traces: body.traces ?? '',
    body,
    parameters: Object.entries(parameters).filter(([name]) => name !== own.parameter),
    earlier,
    steps: stepResults.slice(own.steps),
    attachments: all.filter((attachment) => !isOfEarlier.has(attachment)),
  };
}

function derivedId({ project, file, suites }: Row, name: string): string {
  const titles = [...suites, name];
  return file === '' ? titles.join(' > ') : pathId(project, file, titles);
}

/** What a report says about the earlier attempts. For a result from a service, the steps that stand for them say it. */
function attemptsOf({ view, hasView, body: { stepResults = [] } }: ResultLine, steps: number): Partial<AttemptView>[] {
  if (hasView) return view.earlier ?? [];
  return stepResults.slice(0, steps).map(({ outcome, startedOn, completedOn, description = '' }) => ({
    ...(outcome !== undefined && { outcome: letterOf(outcome) }),
    ...(startedOn !== undefined && { startedAt: Date.parse(startedOn) }),
    ...(completedOn !== undefined && { endedAt: Date.parse(completedOn) }),
    ...(description !== '' && { errors: [{ message: description }] }),
  }));
}

/** @param step that stands for the attempt */
function earlierAttempt(
  { outcome, startedAt, endedAt, errors = [] }: Partial<AttemptView>,
  step: StepResult = {},
  all: readonly ExportedAttachment[],
): EarlierAttempt {
  const used = new Set<string>();
  eachStep({ stepResults: [step] }, (one) => {
    for (const id of referencesOf(one)) used.add(id);
  });
  return {
    ...{ outcome, errors },
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    steps: step.stepResults ?? [],
    references: referencesOf(step),
    attachments: all.filter(({ placeholder }) => used.has(placeholder)),
  };
}
