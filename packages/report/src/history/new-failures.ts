import type { Run } from '../run/run.js';
import { History } from './history.js';
import { readHistory } from './history-file.js';

/**
 * Rows of failures that are new compared with a history (`HistoryData.newFailures`); undefined if it has no run to compare with.
 * @throws if the file can't be read
 */
export async function newFailuresOf(
  path: string,
  { sessions, rows }: Run,
  defaultBranch: string | undefined,
): Promise<number[] | undefined> {
  const { runs } = await readHistory(path, new Set(sessions.map(({ id }) => id)));
  const { branch } = sessions.find(({ ci }) => ci !== undefined)?.ci ?? {};
  return new History(runs, rows, branch, defaultBranch).newFailures;
}
