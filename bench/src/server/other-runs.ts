import type { ServerOptions } from '@testpoint/reference-server';
import { Client } from './client.js';
import { catalogOf, resultsOf, runOf } from './content.js';
import { MeasuredServer } from './measured-server.js';
import { Samples } from './samples.js';

/** Test points of every run, and results of the array. */
const POINTS = 100;
/** Number of times that each call is timed. */
const ROUNDS = 20;

/** Calls about one run, in the order of its life cycle. */
const CALLS: [name: string, method: 'GET' | 'POST', path: (run: string) => string, body?: Buffer | undefined][] = [
  [
    `an array of ${POINTS} results`,
    'POST',
    (run) => `/api/v2/testRuns/${run}/testResults`,
    resultsOf(POINTS, POINTS)[0],
  ],
  ['StopTestRun', 'POST', (run) => `/api/Public/StopTestRun/${run}`],
  ['its test points', 'GET', (run) => `/inspect/runs/${run}`],
  ['its history', 'GET', (run) => `/inspect/runs/${run}/history`],
  ['the ten newest runs', 'GET', () => '/inspect/runs?limit=10'],
];

/** Milliseconds by name of the call, for each number of other runs. */
export type OtherRuns = Map<string, Samples[]>;

/** Times single calls on new runs, with more and more other runs in the database. */
export async function measureOtherRuns(
  options: ServerOptions,
  counts: readonly number[],
  profiles?: string,
): Promise<OtherRuns> {
  const server = await MeasuredServer.start({ catalog: catalogOf(POINTS), ...options }, profiles);
  const client = new Client([server.url], 1);
  const times: OtherRuns = new Map(['CreateTestRun', ...CALLS.map(([name]) => name)].map((name) => [name, []]));
  const body = runOf(POINTS);
  const create = async (): Promise<string> =>
    JSON.parse(await client.send('POST', '/api/Public/CreateTestRun', body)).id;
  try {
    let runs = 0;
    for (const count of counts) {
      for (; runs < count; runs++) await create();
      for (const samples of times.values()) samples.push(new Samples());
      const time = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
        const began = performance.now();
        const value = await call();
        times
          .get(name)
          ?.at(-1)
          ?.add(performance.now() - began);
        return value;
      };
      for (let round = 0; round < ROUNDS; round++, runs++) {
        const run = await time('CreateTestRun', create);
        for (const [name, method, path, sent] of CALLS) await time(name, () => client.send(method, path(run), sent));
      }
    }
    return times;
  } finally {
    client.close();
    await server.close();
  }
}
