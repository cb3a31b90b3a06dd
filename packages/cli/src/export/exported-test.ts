import {
  listOf,
  type Members,
  membersOf,
  numberOf,
  type Row,
  type Run,
  resultTimes,
  type SessionData,
  type SourceAttachment,
  textOf,
} from '@testpoint/report';

/** An error of an attempt. */
interface ExportedError {
  message: string;
  stack: string;
}

/** An attempt before the last. */
export interface EarlierAttempt {
  outcome: string;
  /** Epoch milliseconds. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  errors: readonly ExportedError[];
}

interface ExportedAttachment extends SourceAttachment {
  /** GUID by which the result and its steps refer to it. */
  placeholder: string;
}

/** A result with everything that formats write. */
export interface ExportedTest {
  row: Row;
  /** End of the last attempt, epoch milliseconds; -1 if unknown. */
  endedAt: number;
  session: SessionData | undefined;
  message: string;
  traces: string;
  /** As it goes over the wire: steps, setup, teardown, parameters, properties, links. */
  body: Members;
  earlier: readonly EarlierAttempt[];
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
  return {
    row,
    ...{ endedAt: resultTimes(body, view).endedAt },
    session: run.sessions[row.session],
    message: textOf(body.message) || row.message,
    traces: textOf(body.traces),
    body,
    earlier: listOf(view.earlier).map((item) => {
      const { outcome, startedAt, endedAt, errors } = membersOf(item);
      return {
        outcome: textOf(outcome),
        startedAt: numberOf(startedAt),
        endedAt: numberOf(endedAt),
        errors: listOf(errors).map((error) => {
          const { message, stack } = membersOf(error);
          return { message: textOf(message), stack: textOf(stack) };
        }),
      };
    }),
    attachments: run
      .attachments(result, entry)
      .map((attachment, at) => ({ ...attachment, placeholder: placeholders[at] ?? '' })),
  };
}

/** Names and values: parameters or properties. */
export function pairsOf(value: unknown): [name: string, value: string][] {
  return Object.entries(membersOf(value)).map(([name, text]) => [name, textOf(text)]);
}

/** The GUIDs of a list of attachments, which are texts or objects with an id. */
export function referencesOf(value: unknown): string[] {
  return listOf(value).map((item) => (typeof item === 'string' ? item : textOf(membersOf(item).id)));
}
