import type { ServerOptions } from '@testpoint/reference-server';
import { PROJECT } from '../../../scripts/one-plan.js';
import { quantile } from '../quantile.js';
import { number } from '../table.js';
import { type Client, timed } from './client.js';
import { catalogWith, resultsOf, runOf } from './content.js';
import { startServers } from './servers.js';

/** Servers to measure. */
export interface Kind {
  name: string;
  /** @param folder for their files */
  options(folder: string): ServerOptions;
  /** How many servers share a database, and how many connections clients open to them at once. */
  servers: number;
  connections: number;
}

/** Notes a measured value, in a row and a column of a table. */
export type Note = (row: string, column: string, value: number) => void;

/** Number of connections on which a client posts simultaneously, like our reporters. */
export const CONNECTIONS = 4;
/** Small arrays take longer, so they are measured with fewer results. */
const SHARES = new Map([
  [1, 0.1],
  [10, 0.3],
]);
/** Number of results, in arrays of 10, that a new server gets before it is measured. */
const WARM_UP = 3000;

/**
 * Measures each array size once, against new servers: results accepted per second, and user and system time of the servers'
 * processes, without that of PostgreSQL.
 * @param results how many to post, into a run with the same number of test points, which have no results yet
 */
export async function measureThroughput(
  kind: Kind,
  sizes: readonly number[],
  results: number,
  note: Note,
): Promise<void> {
  await using servers = await start(kind, results);
  using client = servers.client(kind.connections);
  await post(client, Math.min(WARM_UP, results), 10);
  for (const size of sizes) {
    const count = Math.ceil(results * (SHARES.get(size) ?? 1));
    const cpuBefore = await servers.cpu();
    const seconds = await post(client, count, size);
    note(number(size), `results/s, ${kind.name}`, count / seconds);
    note(number(size), `server CPU, µs/result, ${kind.name}`, ((await servers.cpu()) - cpuBefore) / count);
  }
}

/** Test points of most runs. */
export const POINTS_OF_RUN = 100;
export const POINTS_OF_LARGE_RUN = 100_000;
/** Number of times that each call is timed. */
const CALLS = 20;

/** Times single calls, milliseconds, with this many other runs in the database, and a few more. */
export async function measureCalls(kind: Kind, otherRuns: number, note: Note): Promise<void> {
  await using servers = await start(kind, POINTS_OF_LARGE_RUN);
  using client = servers.client(1);
  const body = runOf(POINTS_OF_RUN);
  const [array] = resultsOf(POINTS_OF_RUN, POINTS_OF_RUN);
  for (let made = 0; made < otherRuns; made++) await client.createRun(body);
  const time = async (name: string, call: () => Promise<unknown>) => note(name, kind.name, await timed(call));
  const get = (name: string, path: string) => time(name, () => client.send('GET', path));
  for (let call = 0; call < CALLS; call++) {
    let run = '';
    await time(`CreateTestRun, ${POINTS_OF_RUN} test points`, async () => {
      run = await client.createRun(body);
    });
    await time(`an array of ${POINTS_OF_RUN} results`, () =>
      client.send('POST', `/api/v2/testRuns/${run}/testResults`, array),
    );
    await time('StopTestRun', () => client.send('POST', `/api/Public/StopTestRun/${run}`));
    await get('its test points', `/inspect/runs/${run}`);
    await get('its history', `/inspect/runs/${run}/history`);
    await get('the ten newest runs', '/inspect/runs?limit=10');
    await get('GetTestRuns of all', `/api/Public/GetTestRuns/${PROJECT}`);
  }
  const large = runOf(POINTS_OF_LARGE_RUN);
  await time(`CreateTestRun, ${number(POINTS_OF_LARGE_RUN)} test points`, () => client.createRun(large));
}

/** Number of large runs, created one after the other. */
const LARGE_RUNS = 3;
const ARRAY = 100;
const POINTS_OF_OTHER_RUN = 1000;

/** One client posts arrays of 100, milliseconds, each to the next server, while another one creates large runs. */
export async function measureBeside(kind: Kind, note: Note): Promise<void> {
  await using servers = await start(kind, POINTS_OF_LARGE_RUN);
  using client = servers.client(1);
  using other = servers.client(1);
  const run = await client.createRun(runOf(POINTS_OF_OTHER_RUN));
  const path = `/api/v2/testRuns/${run}/testResults`;
  const arrays = resultsOf(POINTS_OF_OTHER_RUN, ARRAY);
  await client.sendAll(path, [...arrays, ...arrays]);
  const large = runOf(POINTS_OF_LARGE_RUN);
  const times = await client.postDuring(path, arrays, async () => {
    for (let made = 0; made < LARGE_RUNS; made++) await other.createRun(large);
  });
  note('median', kind.name, quantile(times, 0.5));
  note('99th percentile', kind.name, quantile(times, 0.99));
}

function start({ options, servers }: Kind, testPoints: number) {
  return startServers((folder) => ({ catalog: catalogWith(testPoints), ...options(folder) }), servers);
}

/** Posts results into a new run. Returns how long that took, in seconds. */
async function post(client: Client, count: number, size: number): Promise<number> {
  const bodies = resultsOf(count, size);
  const id = await client.createRun(runOf(count));
  const took = await timed(() => client.sendAll(`/api/v2/testRuns/${id}/testResults`, bodies));
  await verify(client, id, count);
  return took / 1000;
}

/** Checks that every test point has its result, so that accepted results are stored. */
async function verify(client: Client, id: string, count: number): Promise<void> {
  const runs: { id: string; testPoints: Record<string, number> }[] = JSON.parse(
    await client.send('GET', `/api/Public/GetTestRuns/${PROJECT}`),
  );
  const points = runs.find((run) => run.id === id)?.testPoints;
  if (points?.total !== count || points['In progress'] !== 0) {
    throw new Error(`${count} results were accepted, but the run has ${JSON.stringify(points)}.`);
  }
}
