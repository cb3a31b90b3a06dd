import type { PoolClient } from 'pg';
import { type NumberedPoints, PointNumbers } from '../point-numbers.js';
import type { NewRun } from '../store.js';
import { nameOf } from './auto-test-name.js';
import { type Connections, config, inTransaction } from './connections.js';
import { deleteRows } from './delete-run.js';
import { lockOf, UNLOCK } from './large-run-lock.js';

/**
 * Writes a new run, a few points at a time, so that the server can handle other clients in between. A large run is written in
 * several transactions, because PostgreSQL keeps every row version that an open transaction might still see: after some
 * seconds, other clients would search hundreds of old versions of the rows that they update. Until the last transaction, no
 * row in `runs` leads to the points.
 */
export async function insertRun(connections: Connections, run: NewRun): Promise<void> {
  if (run.points.length <= PIECE) return connections.transaction((client) => insertSmall(client, run));
  await connections.withClient(async (client) => {
    await discardAbandoned(client);
    await insertLarge(client, run);
  });
}

/**
 * Deletes the points of large runs whose server or connection died before the last transaction. Runs that are still being
 * written are locked by their connections.
 */
export async function discardAbandoned(client: PoolClient): Promise<void> {
  const { rows } = await client.query<RunKey>(LOCK_ABANDONED);
  for (const { key } of rows) {
    // If there is a row, the run was finished just before the lock.
    const { rowCount } = await client.query('SELECT 1 FROM testpoint.runs WHERE key = $1', [key]);
    if (rowCount === 0) await deleteRows(client, key);
    await client.query(DELETE_UNFINISHED, [key]);
    await client.query(UNLOCK, [key]);
  }
}

interface RunKey {
  key: number;
}

async function insertSmall(client: PoolClient, run: NewRun): Promise<void> {
  const numbers = new PointNumbers();
  const key = await newKey(client, 'SELECT nextval($1) AS key');
  if (run.points.length > 0) await insertPoints(client, key, numbers.add(run.points));
  await insertRow(client, key, run, numbers);
}

async function insertLarge(client: PoolClient, run: NewRun): Promise<void> {
  const numbers = new PointNumbers();
  const key = await newKey(client, BEGIN_LARGE);
  for (let first = 0; first < run.points.length; first += PIECE) {
    const added = numbers.add(run.points.slice(first, first + PIECE));
    await inTransaction(client, async () => {
      // The last transaction waits until everything before it is on the disk.
      await client.query('SET LOCAL synchronous_commit = off');
      await insertPoints(client, key, added);
    });
  }
  await inTransaction(client, async () => {
    await insertRow(client, key, run, numbers);
    await client.query(DELETE_UNFINISHED, [key]);
    // Whoever gets the lock now waits for the end of this transaction to delete the row, and then finds that it is gone.
    await client.query(UNLOCK, [key]);
  });
}

async function newKey(client: PoolClient, sql: string): Promise<number> {
  const { rows } = await client.query<RunKey>(sql, ['testpoint.runs_key_seq']);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no key.');
  return row.key;
}

async function insertRow(
  client: PoolClient,
  key: number,
  { id, project, plan, createdOn }: NewRun,
  { autoTests, points }: PointNumbers,
): Promise<void> {
  await client.query(config(INSERT_ROW, [key, id, project, plan, createdOn, autoTests, points]));
}

async function insertPoints(
  client: PoolClient,
  run: number,
  { points, autoTests, links }: NumberedPoints,
): Promise<void> {
  await client.query(
    config(INSERT_POINTS, [
      run,
      points.map(({ number }) => number),
      points.map(({ configuration }) => configuration),
      points.map(({ configurationId }) => configurationId),
      points.map(({ testCase }) => testCase),
    ]),
  );
  const names = autoTests.map(({ configurationId, externalId }) => nameOf(configurationId, externalId));
  await client.query(
    config(INSERT_TESTS, [
      names,
      autoTests.map(({ configurationId }) => configurationId),
      autoTests.map(({ externalId }) => JSON.stringify(externalId)),
    ]),
  );
  await client.query(
    config(INSERT_AUTO_TESTS, [
      run,
      autoTests.map(({ number }) => number),
      names,
      autoTests.map(({ configuration }) => configuration),
    ]),
  );
  await client.query(config(LINK, [run, links.map(({ autoTest }) => autoTest), links.map(({ point }) => point)]));
}

/** How many points to write at once. */
const PIECE = 250;

const LOCK_ABANDONED = `SELECT run AS key FROM testpoint.unfinished WHERE pg_try_advisory_lock(${lockOf('run')})`;
/** Locks the run before other connections see its row. */
const BEGIN_LARGE = `INSERT INTO testpoint.unfinished (run) SELECT nextval($1)
  RETURNING run AS key, pg_advisory_lock(${lockOf('run')})`;
const DELETE_UNFINISHED = 'DELETE FROM testpoint.unfinished WHERE run = $1';
const INSERT_ROW = {
  name: 'insert-run',
  text: `INSERT INTO testpoint.runs (key, id, project, plan, created_on, auto_tests, missing, in_progress)
    OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
};
const INSERT_POINTS = {
  name: 'insert-points',
  text: `INSERT INTO testpoint.test_points (run, number, configuration, configuration_id, test_case)
    SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::bigint[])`,
};
const INSERT_AUTO_TESTS = {
  name: 'insert-auto-tests',
  text: `INSERT INTO testpoint.auto_tests (run, number, name, configuration)
    SELECT $1, * FROM unnest($2::integer[], $3::uuid[], $4::bigint[])`,
};
/** In sorted order, so that servers that add the same tests wait for each other but never deadlock. */
const INSERT_TESTS = {
  name: 'insert-tests',
  text: `INSERT INTO testpoint.tests (name, configuration_id, external_id)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (name, configuration_id, external_id)
    ORDER BY name ON CONFLICT (name) DO NOTHING`,
};
const LINK = {
  name: 'link-auto-tests',
  text: 'INSERT INTO testpoint.point_auto_tests (run, auto_test, point) SELECT $1, * FROM unnest($2::integer[], $3::integer[])',
};
