import { placeOf } from '../read/failure.js';
import { isSameFile } from '../read/same-file.js';
import { titleSuffix } from '../read/title-suffix.js';
import type { Row } from '../run/row.js';
import type { Run } from '../run/run.js';
import type { RerunTarget } from '../take-away/rerun.js';

/** What a summary says about one result. */
export interface ResultFacts {
  row: Row;
  /** Its titles, and what tells it from equal ones of its file. */
  name: string;
  /** The whole message, or that of its first error. */
  message: string;
  /** The first known place of its errors; otherwise where the test is. */
  file: string;
  line: number | undefined;
}

export function factsOf(run: Run, index: number): ResultFacts {
  const row = run.rows.at(index);
  const { view, body } = run.entry(run.result(index));
  const { errors = [] } = view;
  const place = placeOf(errors);
  const thrownIn = place?.file ?? '';
  return {
    row,
    name: [...row.suites, `${row.title}${titleSuffix(view)}`].join(' › '),
    message: errors[0]?.message || body.message || row.message,
    // Errors name absolute paths, which differ between machines.
    file: thrownIn === '' || isSameFile(thrownIn, row.file) ? row.file : thrownIn,
    line: place?.line ?? (row.line || undefined),
  };
}

/** Identifies a row's test to its framework. */
export function targetOf({ rows, sessions }: Run, index: number): RerunTarget {
  const { file, suites, title, line, project, session } = rows.at(index);
  const { framework = '', frameworkVersion } = sessions[session] ?? {};
  return { framework, frameworkVersion, file, titles: [...suites, title], line: line || undefined, project };
}
