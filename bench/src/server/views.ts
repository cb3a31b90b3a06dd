import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { optionsIn } from '../../../scripts/options.js';
import type { Part } from '../part.js';
import { quantile } from '../quantile.js';
import { counted, spread, table } from '../table.js';
import { type Client, timed } from './client.js';
import { externalId, resultsOf } from './content.js';
import { startServers } from './servers.js';

const USAGE = `views: times what the reference server's pages ask for, while another client posts arrays of 10
  --rounds N       how often to ask for each (5)
  --results N      results in each of two runs (100000)
  --history N      further runs of 5,000 results, for the tests that fail now (0)
  --postgres URL   measure on this PostgreSQL instead of an SQLite file`;

/** Number of runs to list. */
const RUNS = 1000;
const ARRAY = 500;

/** Times the requests of pages, and how long they make clients wait that post results. */
export const views: Part = {
  usage: USAGE,
  async run(args) {
    const { rounds, results, history, postgres } = optionsIn(args, {
      ...{ rounds: 5, results: 100_000, history: 0, postgres: undefined },
    });
    const options = (own: string) => {
      return { open: true, database: postgres ?? join(own, 'bench.db'), attachments: join(own, 'attachments') };
    };
    await using servers = await startServers(options, 1);
    using client = servers.client(4);
    using poster = servers.client(1);
    const rows = await measure(client, poster, { results, rounds, history });
    const head = ['', 'first, ms', 'then, ms', 'arrays of 10 meanwhile: 99th percentile, ms'];
    return `Two runs of ${counted(results, 'result')}, ${counted(rounds, 'round')}:\n\n${table(head, rows)}`;
  },
};

async function measure(
  client: Client,
  poster: Client,
  { results, rounds, history }: Record<'results' | 'rounds' | 'history', number>,
): Promise<string[][]> {
  const [run, other] = [randomUUID(), randomUUID()];
  for (const id of [run, other]) await client.sendAll(`/api/v2/testRuns/${id}/testResults`, resultsOf(results, ARRAY));
  await postHistory(client, history);
  for (let made = 0; made < RUNS; made++) await client.send('POST', `/api/Public/StartTestRun/${randomUUID()}`);
  const arrays = resultsOf(1000, 10);
  const rows: string[][] = [];
  for (const [name, path] of [
    [`list of ${RUNS} runs`, `/viewer/runs?limit=${RUNS}`],
    ['tests that fail now', '/viewer/failing'],
    ['a run as a report', `/viewer/runs/${run}/report`],
    ['a search through all of it', `/viewer/runs/${run}/search?text=declined`],
    ['both runs compared', `/viewer/runs/${run}/compare/${other}`],
    ['a test over its runs', `/viewer/history?id=${encodeURIComponent(externalId(0))}`],
  ] as const) {
    const times: number[] = [];
    const waits = await poster.postDuring(`/api/v2/testRuns/${randomUUID()}/testResults`, arrays, async () => {
      for (let round = 0; round < rounds; round++) times.push(await timed(() => client.send('GET', path)));
    });
    const [first = 0, ...then] = times;
    rows.push([name, first.toFixed(0), spread(then, 0), quantile(waits, 0.99).toFixed(0)]);
  }
  return rows;
}

/** Runs in which other tests fail than in the run before, and a last one in which none does: all their failures are looked at. */
async function postHistory(client: Client, runs: number): Promise<void> {
  for (let run = 1; run <= runs; run++) {
    const results = resultsOf(5_000, ARRAY, run === runs ? -1 : run % 50);
    await client.sendAll(`/api/v2/testRuns/${randomUUID()}/testResults`, results);
  }
}
