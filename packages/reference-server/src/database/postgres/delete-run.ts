import type { PoolClient } from 'pg';
import { type Connections, config, inTransaction } from './connections.js';
import { lockOf, UNLOCK } from './large-run-lock.js';

/**
 * Deletes a run, a few rows in each transaction. The first one takes the run away from others and notes it in `unfinished`, with the
 * lock of the runs that are being written: if this server dies, another one deletes the rest.
 */
export async function deleteRun(connections: Connections, id: string): Promise<void> {
  await connections.withClient(async (client) => {
    let key: number | undefined;
    await inTransaction(client, async () => {
      const { rows } = await client.query<{ key: number }>('DELETE FROM testpoint.runs WHERE id = $1 RETURNING key', [
        id,
      ]);
      key = rows[0]?.key;
      if (key === undefined) return;
      await client.query(`SELECT pg_advisory_lock(${lockOf('$1::bigint')})`, [key]);
      await client.query('INSERT INTO testpoint.unfinished (run) VALUES ($1)', [key]);
    });
    if (key === undefined) return;
    await deleteRows(client, key);
    await client.query('DELETE FROM testpoint.unfinished WHERE run = $1', [key]);
    await client.query(UNLOCK, [key]);
  });
}

/** Deletes everything of a run that has no row in `runs`. */
export async function deleteRows(client: PoolClient, key: number): Promise<void> {
  for (const query of [DELETE_RESULTS, ...DELETE_ROWS]) {
    for (;;) {
      const { rowCount } = await client.query(config(query, [key]));
      if ((rowCount ?? 0) === 0) break;
    }
  }
}

/** Rows to delete at once. */
const ROWS = 500;
const DELETE_RESULTS = {
  name: 'delete-results',
  text: `WITH piece AS (SELECT number, body FROM testpoint.results WHERE run = $1 ORDER BY number LIMIT ${ROWS}),
      gone AS (DELETE FROM testpoint.bodies WHERE key IN (SELECT body FROM piece))
    DELETE FROM testpoint.results WHERE run = $1 AND number IN (SELECT number FROM piece)`,
};
const DELETE_ROWS = ['point_auto_tests', 'auto_tests', 'test_points', 'run_attachments', 'run_sessions'].map(
  (table) => ({
    name: `delete-${table}`,
    text: `DELETE FROM testpoint.${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM testpoint.${table} WHERE run = $1 LIMIT ${ROWS}))`,
  }),
);
