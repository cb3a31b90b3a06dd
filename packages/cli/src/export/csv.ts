import { csvOf, LIST_COLUMNS, millisecondsCell, OUTCOME_WORDS, REPEAT_WORDS, type Run } from '@testpoint/report';
import type { OutputFile } from './place.js';

/** A table with the columns of the report's own export. */
export function writeCsv({ rows }: Run, file: OutputFile): void {
  file.write(csvOf([LIST_COLUMNS]));
  for (let index = 0; index < rows.size; index++) {
    const row = rows.at(index);
    const cells = [
      REPEAT_WORDS[row.repeat] || OUTCOME_WORDS[row.outcome],
      row.file,
      row.suites.join(' > '),
      row.title,
      row.line || '',
      row.project,
      row.environment,
      row.startedAt < 0 ? '' : new Date(row.startedAt).toISOString(),
      millisecondsCell(row.duration),
      row.attempts,
      row.id,
      row.key,
      row.message,
    ];
    file.write(csvOf([cells]));
  }
}
