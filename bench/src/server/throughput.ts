import type { ServerOptions } from '@testpoint/reference-server';
import { Client } from './client.js';
import { catalogOf, PROJECT, resultsOf, runOf } from './content.js';
import { MeasuredServer } from './measured-server.js';
import { Samples } from './samples.js';

/** How fast one kind of server accepts arrays of one size. */
export interface Throughput {
  size: number;
  /** Results accepted per second. */
  results: Samples;
  /** User and system time of the servers' processes per result, microseconds, without that of PostgreSQL. */
  cpu: Samples;
}

/** How many servers share a database, and how many connections clients open to them at once. */
export interface Share {
  servers: number;
  connections: number;
}

/** Number of connections on which a client posts simultaneously, like our reporters. */
export const CONNECTIONS = 4;
/** Small arrays take longer, so they are measured with fewer results. */
const SHARES = new Map([
  [1, 0.1],
  [10, 0.3],
]);
/** Number of results, in arrays of 10, that a new server gets before it is measured. */
const WARM_UP = 3000;

/** Collects the measurements of each array size. */
export function throughputs(sizes: readonly number[]): Throughput[] {
  return sizes.map((size) => ({ size, results: new Samples(), cpu: new Samples() }));
}

/**
 * Measures each array size once, against new servers.
 * @param results how many to post, into a run with the same number of test points, which have no results yet
 */
export async function measureThroughput(
  measured: readonly Throughput[],
  { servers: processes, connections, ...options }: ServerOptions & Share,
  results: number,
  profiles?: string,
): Promise<void> {
  const start = () => MeasuredServer.start({ catalog: catalogOf(results), ...options }, profiles);
  const servers = await Promise.all(Array.from({ length: processes }, start));
  const client = new Client(
    servers.map(({ url }) => url),
    connections,
  );
  const spent = async () => {
    const each = await Promise.all(servers.map((server) => server.cpu()));
    return each.reduce((sum, cpu) => sum + cpu, 0);
  };
  try {
    await post(client, Math.min(WARM_UP, results), 10);
    for (const { size, results: rate, cpu } of measured) {
      const count = Math.ceil(results * (SHARES.get(size) ?? 1));
      const cpuBefore = await spent();
      const seconds = await post(client, count, size);
      rate.add(count / seconds);
      cpu.add(((await spent()) - cpuBefore) / count);
    }
  } finally {
    client.close();
    for (const server of servers) await server.close();
  }
}

/** Posts results into a new run. Returns how long that took, in seconds. */
async function post(client: Client, count: number, size: number): Promise<number> {
  const bodies = resultsOf(count, size);
  const { id }: { id: string } = JSON.parse(await client.send('POST', '/api/Public/CreateTestRun', runOf(count)));
  const began = performance.now();
  await client.sendAll(`/api/v2/testRuns/${id}/testResults`, bodies);
  const seconds = (performance.now() - began) / 1000;
  await verify(client, id, count);
  return seconds;
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
