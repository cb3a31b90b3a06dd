import {
  canRerun,
  csvOf,
  LIST_COLUMNS,
  pathId,
  REPEAT_WORDS,
  type RerunTarget,
  type RunData,
  rerunCommands,
  type Shell,
} from '@testpoint/report/browser';
import { FAILED, NOT_LOADED, type ResultTable } from '../data/result-table.js';
import { lookOf, lookWord } from './outcome.js';

/** Rows as a table for a spreadsheet. */
export function csvOfRows(rows: Int32Array, table: ResultTable, run: RunData): string {
  return csvOf(linesOf(rows, table, run));
}

/** Whether a command can run a failed one among these rows again. */
export function canRerunFailed(rows: Int32Array, table: ResultTable, run: RunData): boolean {
  return rows.some((row) => {
    const framework = run.sessions[table.sessions[row] ?? 0]?.framework ?? '';
    return table.outcomes[row] === FAILED && canRerun({ framework, file: run.files[table.files[row] ?? 0] ?? '' });
  });
}

/** The commands that run the failed ones among these rows again. */
export function rerunOfFailed(rows: Int32Array, table: ResultTable, run: RunData, shell: Shell): string[] {
  const failed = Array.from(rows).filter((row) => table.outcomes[row] === FAILED);
  return rerunCommands(
    failed.map((row) => targetOf(row, table, run)),
    shell,
  );
}

/** Identifies a row's test to its framework, by the texts that the list shows. */
function targetOf(row: number, table: ResultTable, run: RunData): RerunTarget {
  const session = run.sessions[table.sessions[row] ?? 0];
  const line = table.lines[row] ?? 0;
  const project = run.projects[table.projects[row] ?? -1];
  return {
    framework: session?.framework ?? '',
    ...(session !== undefined && { frameworkVersion: session.frameworkVersion }),
    file: run.files[table.files[row] ?? 0] ?? '',
    titles: [...(run.suites[table.suites[row] ?? 0] ?? []), table.title(row)],
    ...(line > 0 && { line }),
    ...(project !== undefined && { project }),
  };
}

function* linesOf(rows: Int32Array, table: ResultTable, run: RunData): Generator<readonly (string | number)[]> {
  yield LIST_COLUMNS;
  for (const row of rows) {
    const repeat = table.repeats[row] ?? 0;
    const start = table.starts[row] ?? -1;
    const duration = table.durations[row] ?? -1;
    const [file, title] = [run.files[table.files[row] ?? 0] ?? '', table.title(row)];
    const suites = run.suites[table.suites[row] ?? 0] ?? [];
    const project = run.projects[table.projects[row] ?? -1] ?? '';
    yield [
      REPEAT_WORDS[repeat] || lookWord(lookOf(table.outcomes[row] ?? NOT_LOADED)),
      file,
      suites.join(' > '),
      title,
      table.lines[row] || '',
      project,
      run.environments[table.environments[row] ?? -1] ?? '',
      start < 0 ? '' : new Date(run.startedAt + start).toISOString(),
      duration < 0 ? '' : duration,
      table.attempts[row] ?? 1,
      // The table leaves out ids that are paths.
      table.id(row) || pathId(project, file, [...suites, title]),
      table.key(row),
      table.message(row),
    ];
  }
}
