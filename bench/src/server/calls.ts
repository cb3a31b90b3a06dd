import type { ServerOptions } from '@testpoint/reference-server';
import { Client } from './client.js';
import { catalogOf, PROJECT, runOf } from './content.js';
import { MeasuredServer } from './measured-server.js';
import { Samples } from './samples.js';

/** Times of single calls, milliseconds. */
export interface CallTimes {
  /** GetTestRuns of a project with `RUNS` runs. */
  list: Samples;
  /** CreateTestRun with `POINTS_OF_RUN` test points, when that many runs exist. */
  create: Samples;
  /** CreateTestRun with `POINTS_OF_LARGE_RUN` test points. */
  createLarge: Samples;
}

export const RUNS = 1000;
export const POINTS_OF_RUN = 100;
export const POINTS_OF_LARGE_RUN = 100_000;
/** Number of calls to time in each round. */
const LISTS = 20;
const CREATES = 50;

export function callTimes(): CallTimes {
  return { list: new Samples(), create: new Samples(), createLarge: new Samples() };
}

/** Times list and create, one call after the other, against a new server with 1,000 runs of 100 test points. */
export async function measureCalls(times: CallTimes, options: ServerOptions, profiles?: string): Promise<void> {
  const server = await MeasuredServer.start({ catalog: catalogOf(POINTS_OF_LARGE_RUN), ...options }, profiles);
  const client = new Client([server.url], 1);
  const create = (body: Buffer) => client.send('POST', '/api/Public/CreateTestRun', body);
  const list = () => client.send('GET', `/api/Public/GetTestRuns/${PROJECT}`);
  try {
    const run = runOf(POINTS_OF_RUN);
    for (let made = 0; made < RUNS; made++) await create(run);
    await list();
    for (let call = 0; call < LISTS; call++) times.list.add(await timed(list));
    for (let call = 0; call < CREATES; call++) times.create.add(await timed(() => create(run)));
    const large = runOf(POINTS_OF_LARGE_RUN);
    times.createLarge.add(await timed(() => create(large)));
  } finally {
    client.close();
    await server.close();
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
