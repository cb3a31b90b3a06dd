import type { RunRow } from '../run-row.js';
import type { RunSelection } from '../store.js';
import type { Connections } from './connections.js';

export function listRuns(connections: Connections, { project, after, limit }: RunSelection): Promise<RunRow[]> {
  if (project === undefined) return connections.query<RunRow>(LIST, [after ?? null, limit]);
  return connections.query<RunRow>(LIST_OF_PROJECT, [after ?? null, limit, project]);
}

const BEFORE = `key < CASE WHEN $1::uuid IS NULL THEN 9223372036854775807
  ELSE (SELECT key FROM testpoint.runs WHERE id = $1::uuid) END`;
const LIST = {
  name: 'list-runs',
  text: `SELECT * FROM testpoint.runs WHERE ${BEFORE} ORDER BY key DESC LIMIT $2`,
};
const LIST_OF_PROJECT = {
  name: 'list-runs-of-project',
  text: `SELECT * FROM testpoint.runs WHERE project = $3 AND ${BEFORE} ORDER BY key DESC LIMIT $2`,
};
