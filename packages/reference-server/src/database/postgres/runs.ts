import type { PoolClient } from 'pg';
import { PointNumbers } from '../point-numbers.js';
import type { RunRow } from '../run-row.js';
import type { NewRun, RunSelection } from '../store.js';
import { nameOf } from './auto-test-name.js';
import { type Connections, config } from './connections.js';

/** Writes a new run, a few points at a time, so that the server can handle other clients in between. */
export async function insertRun(
  connections: Connections,
  { id, project, plan, createdOn, points }: NewRun,
): Promise<void> {
  await connections.transaction(async (client) => {
    const { rows } = await client.query<{ key: number }>(config(INSERT, [id, project, plan, createdOn]));
    const key = rows[0]?.key;
    const numbers = new PointNumbers();
    for (let first = 0; first < points.length; first += PIECE) {
      const added = numbers.add(points.slice(first, first + PIECE));
      await insertPoints(client, key, added);
    }
    if (points.length > 0) await client.query(config(COUNT, [key, numbers.autoTests, numbers.points]));
  });
}

async function insertPoints(
  client: PoolClient,
  run: number | undefined,
  { points, autoTests, links }: ReturnType<PointNumbers['add']>,
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
  await client.query(
    config(INSERT_AUTO_TESTS, [
      run,
      autoTests.map(({ number }) => number),
      autoTests.map(({ configurationId, externalId }) => nameOf(configurationId, externalId)),
      autoTests.map(({ configurationId }) => configurationId),
      autoTests.map(({ configuration }) => configuration),
      autoTests.map(({ externalId }) => JSON.stringify(externalId)),
    ]),
  );
  await client.query(config(LINK, [run, links.map(({ autoTest }) => autoTest), links.map(({ point }) => point)]));
}

export function listRuns(connections: Connections, { project, after, limit }: RunSelection): Promise<RunRow[]> {
  if (project === undefined) return connections.query<RunRow>(LIST, [after ?? null, limit]);
  return connections.query<RunRow>(LIST_OF_PROJECT, [after ?? null, limit, project]);
}

/** How many points to write at once. */
const PIECE = 1000;

const INSERT = {
  name: 'insert-run',
  text: 'INSERT INTO testpoint.runs (id, project, plan, created_on) VALUES ($1, $2, $3, $4) RETURNING key',
};
const COUNT = {
  name: 'count-points',
  text: 'UPDATE testpoint.runs SET auto_tests = $2, missing = $2, in_progress = $3 WHERE key = $1',
};
const INSERT_POINTS = {
  name: 'insert-points',
  text: `INSERT INTO testpoint.test_points (run, number, configuration, configuration_id, test_case)
    SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::bigint[])`,
};
const INSERT_AUTO_TESTS = {
  name: 'insert-auto-tests',
  text: `INSERT INTO testpoint.auto_tests (run, number, name, configuration_id, configuration, external_id)
    SELECT $1, * FROM unnest($2::integer[], $3::uuid[], $4::text[], $5::bigint[], $6::text[])`,
};
const LINK = {
  name: 'link-auto-tests',
  text: 'INSERT INTO testpoint.point_auto_tests (run, auto_test, point) SELECT $1, * FROM unnest($2::integer[], $3::integer[])',
};
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
