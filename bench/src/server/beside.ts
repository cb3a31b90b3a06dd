import type { ServerOptions } from '@testpoint/reference-server';
import { quantile } from '../quantile.js';
import { POINTS_OF_LARGE_RUN } from './calls.js';
import { Client } from './client.js';
import { catalogOf, resultsOf, runOf } from './content.js';
import { MeasuredServer } from './measured-server.js';
import { Samples } from './samples.js';
import type { Share } from './throughput.js';

/** Response times, in milliseconds, for arrays of 100 results while a large run is created; one sample of each per round. */
export interface Beside {
  median: Samples;
  percentile99: Samples;
}

/** Number of large runs, created one after the other. */
const LARGE_RUNS = 3;
const ARRAY = 100;
const POINTS_OF_OTHER_RUN = 1000;

export function timesBeside(): Beside {
  return { median: new Samples(), percentile99: new Samples() };
}

/** One client posts array after array, each to the next server, while another one creates large runs. */
export async function measureBeside(
  { median, percentile99 }: Beside,
  { servers: count, connections: _, ...options }: ServerOptions & Share,
  profiles?: string,
): Promise<void> {
  const start = () => MeasuredServer.start({ catalog: catalogOf(POINTS_OF_LARGE_RUN), ...options }, profiles);
  const servers = await Promise.all(Array.from({ length: count }, start));
  const urls = servers.map(({ url }) => url);
  const [client, other] = [new Client(urls, 1), new Client(urls, 1)];
  try {
    const created = await client.send('POST', '/api/Public/CreateTestRun', runOf(POINTS_OF_OTHER_RUN));
    const { id }: { id: string } = JSON.parse(created);
    const arrays = resultsOf(POINTS_OF_OTHER_RUN, ARRAY);
    const post = (array: number) =>
      client.send('POST', `/api/v2/testRuns/${id}/testResults`, arrays[array % arrays.length]);
    for (let array = 0; array < 2 * arrays.length; array++) await post(array);

    let isOver = false;
    const large = runOf(POINTS_OF_LARGE_RUN);
    const creating = (async () => {
      for (let run = 0; run < LARGE_RUNS; run++) await other.send('POST', '/api/Public/CreateTestRun', large);
      isOver = true;
    })();
    const times: number[] = [];
    for (let array = 0; !isOver; array++) {
      const began = performance.now();
      await post(array);
      times.push(performance.now() - began);
    }
    await creating;
    median.add(quantile(times, 0.5));
    percentile99.add(quantile(times, 0.99));
  } finally {
    client.close();
    other.close();
    for (const server of servers) await server.close();
  }
}
