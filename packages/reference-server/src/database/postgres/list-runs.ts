import type { RunRow } from '../run-row.js';
import type { RunSelection } from '../store.js';
import type { Connections } from './connections.js';

export function listRuns(connections: Connections, { project, after, limit }: RunSelection): Promise<RunRow[]> {
  if (project === undefined) return connections.query<RunRow>(LIST, [after ?? null, limit]);
  return connections.query<RunRow>(LIST_OF_PROJECT, [after ?? null, limit, project]);
}

/** The column of the run to list after; of no run, a value above all others. */
const last = (column: string, above: string) =>
  `CASE WHEN $1::uuid IS NULL THEN ${above} ELSE (SELECT ${column} FROM testpoint.runs WHERE id = $1::uuid) END`;
const OLDER = `(created_on, key) < (${last('created_on', "'9999'")}, ${last('key', '9223372036854775807')})
  ORDER BY created_on DESC, key DESC LIMIT $2`;
const LIST = {
  name: 'list-runs',
  text: `SELECT * FROM testpoint.runs WHERE ${OLDER}`,
};
const LIST_OF_PROJECT = {
  name: 'list-runs-of-project',
  text: `SELECT * FROM testpoint.runs WHERE project = $3 AND ${OLDER}`,
};
