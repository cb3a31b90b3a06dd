import {
  canRerun,
  csvOf,
  LIST_COLUMNS,
  millisecondsCell,
  REPEAT_WORDS,
  type RerunTarget,
  rerunCommands,
  type Shell,
} from '@testpoint/report/browser';
import { FAILED } from '../data/result-table.js';
import { lookOf, lookWord } from './outcome.js';
import type { RunState } from './run-state.js';

/** Rows as a table for a spreadsheet. */
export function csvOfRows(rows: Int32Array, data: RunState): string {
  return csvOf(linesOf(rows, data));
}

/** Whether a command can run a failed one among these rows again. */
export function canRerunFailed(rows: Int32Array, data: RunState): boolean {
  return rows.some((row) => data.table.outcomes[row] === FAILED && canRerun(targetOf(row, data)));
}

/** The commands that run the failed ones among these rows again. */
export function rerunOfFailed(rows: Int32Array, data: RunState, shell: Shell): string[] {
  const failed = Array.from(rows).filter((row) => data.table.outcomes[row] === FAILED);
  return rerunCommands(
    failed.map((row) => targetOf(row, data)),
    shell,
  );
}

/** Identifies a row's test to its framework, by the texts that the list shows. */
function targetOf(row: number, data: RunState): RerunTarget {
  const { file, suites, title, project, session } = data.at(row);
  return {
    ...{ framework: session?.framework ?? '', frameworkVersion: session?.frameworkVersion },
    ...{ file, titles: [...suites, title], line: data.table.numbers.lines[row] || undefined, project },
  };
}

function* linesOf(rows: Int32Array, data: RunState): Generator<readonly (string | number)[]> {
  const { table, run } = data;
  yield LIST_COLUMNS;
  for (const row of rows) {
    const start = table.numbers.starts[row] ?? -1;
    const { file, suites, title, project = '', environment = '' } = data.at(row);
    yield [
      REPEAT_WORDS[table.repeats[row] ?? 0] || lookWord(lookOf(table.outcomes[row])),
      file,
      suites.join(' > '),
      title,
      table.numbers.lines[row] || '',
      project,
      environment,
      start < 0 ? '' : new Date(run.startedAt + start).toISOString(),
      millisecondsCell(table.numbers.durations[row] ?? -1),
      table.numbers.attempts[row] ?? 1,
      data.id(row),
      table.key(row),
      table.message(row),
    ];
  }
}
