import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestRecord } from '../../model.js';

/** The environment variable that tells suites that `testpoint exec --rerun` runs failed tests again; JSON (`Rerun`). */
export const RERUN_VARIABLE = 'TESTPOINT_RERUN';

export interface Rerun {
  /** The folder, below the outbox, in which sessions note that they began and how they ended. Its name is part of withheld sessions' names. */
  folder: string;
  /** Whether no other round follows. */
  isLast: boolean;
}

/**
 * A line of `withheld.ndjson`, in the folder of a withheld session: a test that failed, with all its attempts. The last line with a key
 * counts.
 */
export interface WithheldTest {
  /** The key of the test's lines in the journal. */
  key: number;
  record: TestRecord;
}

/** The folder of the rounds that a session's withheld results wait for; undefined if there is none (any more). */
export function roundsOf(directory: string): string | undefined {
  const [folder] = /^.*-rerun-\d+(?=-)/.exec(directory) ?? [];
  return folder !== undefined && existsSync(folder) && existsSync(withheldPath(directory)) ? folder : undefined;
}

export function withheldPath(directory: string): string {
  return join(directory, 'withheld.ndjson');
}

/** The folder of the session that withholds a suite's results. @param suite identifies it in a folder's name */
export function withheldFolder({ folder }: Pick<Rerun, 'folder'>, framework: string, suite: string): string {
  return join(dirname(folder), `${folder.slice(dirname(folder).length + 1)}-${framework}-${suite}`);
}
