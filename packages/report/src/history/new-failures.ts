import type { Run } from '../run/run.js';
import { History } from './history.js';
import { readHistory } from './history-file.js';

/**
 * Rows of failures that are new compared with a history (`HistoryData.newFailures`); undefined if it has no run to compare with.
 * @throws if the file can't be read
 */
export async function newFailuresOf(
  path: string,
  { sessions, rows, ci }: Run,
  defaultBranch: string | undefined,
): Promise<number[] | undefined> {
  const { runs } = await readHistory(path, sessions);
  return new History(runs, rows, ci.branch, defaultBranch).newFailures;
}
