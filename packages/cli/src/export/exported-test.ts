import {
  attemptSteps,
  listOf,
  type Members,
  membersOf,
  numberOf,
  ownParameters,
  pathId,
  type Row,
  type Run,
  resultTimes,
  type SessionData,
  type SourceAttachment,
  textOf,
  titleSuffix,
} from '@testpoint/report';

/** An error of an attempt. */
interface ExportedError {
  message: string;
  stack: string;
}

/** An attempt before the last. Its steps include those of its hooks. */
export interface EarlierAttempt {
  outcome: string;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  errors: readonly ExportedError[];
  steps: readonly unknown[];
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
  body: Members;
  /** Without the number of attempts. */
  parameters: readonly [name: string, value: string][];
  earlier: readonly EarlierAttempt[];
  /** Of the last attempt, like the attachments. */
  steps: readonly unknown[];
  attachments: readonly ExportedAttachment[];
}

/** Every result of a run, one after the other: its body is read when its turn comes. */
export function* exportedTests(run: Run): Generator<ExportedTest> {
  for (let index = 0; index < run.rows.size; index++) yield exportedTest(run, index);
}

export function exportedTest(run: Run, index: number): ExportedTest {
  const row = run.rows.at(index);
  const result = run.result(index);
  const entry = run.entry(result);
  const body = membersOf(entry.body);
  const view = membersOf(entry.view);
  const placeholders = listOf(entry.attachments).map((item) => textOf(membersOf(item).placeholder));
  const all = run
    .attachments(result, entry)
    .map((attachment, at) => ({ ...attachment, placeholder: placeholders[at] ?? '' }));
  const steps = listOf(body.stepResults).map(membersOf);
  const titles = steps.map(({ title }) => textOf(title));
  // Results from a server have no view.
  const known = Array.isArray(view.titles) ? listOf(view.earlier).map(membersOf) : undefined;
  const first = attemptSteps(titles, known?.length);
  const earlier = (known ?? steps.slice(0, first).map(viewOf)).map((attempt, at) =>
    earlierAttempt(attempt, at < first ? (steps[at] ?? {}) : {}, all),
  );
  const name = `${row.title || row.id}${titleSuffix(view)}`;
  const isOfEarlier = new Set(earlier.flatMap(({ attachments }) => attachments));
  return {
    row,
    ...{ endedAt: resultTimes(body, view).endedAt },
    session: run.sessions[row.session],
    name,
    ownId: row.id === derivedId(row, name) ? undefined : row.id,
    message: textOf(body.message) || row.message,
    traces: textOf(body.traces),
    body,
    parameters: ownParameters(pairsOf(body.parameters), earlier.length),
    earlier,
    steps: steps.slice(first),
    attachments: all.filter((attachment) => !isOfEarlier.has(attachment)),
  };
}

function derivedId({ project, file, suites }: Row, name: string): string {
  const titles = [...suites, name];
  return file === '' ? titles.join(' > ') : pathId(project, file, titles);
}

/** What a report says about an earlier attempt, from the step that stands for it. */
function viewOf({ outcome, startedOn, completedOn, description }: Members): Members {
  return {
    outcome: textOf(outcome).charAt(0),
    startedAt: Date.parse(textOf(startedOn)),
    endedAt: Date.parse(textOf(completedOn)),
    errors: textOf(description) === '' ? [] : [{ message: description }],
  };
}

/** @param step that stands for the attempt */
function earlierAttempt(view: Members, step: Members, all: readonly ExportedAttachment[]): EarlierAttempt {
  const used = new Set(referencesIn([step]));
  return {
    outcome: textOf(view.outcome),
    startedAt: numberOf(view.startedAt),
    endedAt: numberOf(view.endedAt),
    errors: listOf(view.errors).map((error) => {
      const { message, stack } = membersOf(error);
      return { message: textOf(message), stack: textOf(stack) };
    }),
    steps: listOf(step.stepResults),
    references: referencesOf(step.attachments),
    attachments: all.filter(({ placeholder }) => used.has(placeholder)),
  };
}

function referencesIn(steps: readonly unknown[]): string[] {
  return steps.flatMap((item) => {
    const { attachments, stepResults } = membersOf(item);
    return [...referencesOf(attachments), ...referencesIn(listOf(stepResults))];
  });
}

/** Names and values: parameters or properties. */
export function pairsOf(value: unknown): [name: string, value: string][] {
  return Object.entries(membersOf(value)).map(([name, text]) => [name, textOf(text)]);
}

/** The GUIDs of a list of attachments, which are texts or objects with an id. */
export function referencesOf(value: unknown): string[] {
  return listOf(value).map((item) => (typeof item === 'string' ? item : textOf(membersOf(item).id)));
}
