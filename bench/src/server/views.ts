import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { counted } from '../counted.js';
import { optionsIn } from '../options.js';
import type { Part } from '../part.js';
import { quantile } from '../quantile.js';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { Client } from './client.js';
import { externalId, resultsOf } from './content.js';
import { MeasuredServer } from './measured-server.js';
import { Samples } from './samples.js';

const USAGE = `views: times what the reference server's pages ask for, while another client posts arrays of 10
  --rounds N       how often to ask for each (5)
  --results N      results in each of two runs (100000)
  --postgres URL   measure on this PostgreSQL instead of an SQLite file`;

/** Number of runs to list. */
const RUNS = 1000;
const ARRAY = 500;

/** Times the requests of pages, and how long they make clients wait that post results. */
export const views: Part = {
  usage: USAGE,
  async run(args) {
    const { rounds, results, postgres } = optionsIn(args, { rounds: 5, results: 100_000, postgres: undefined });
    return inTemporaryFolder(async (own) => {
      const database = postgres ?? join(own, 'bench.db');
      const server = await MeasuredServer.start({ open: true, database, attachments: join(own, 'attachments') });
      const [client, poster] = [new Client([server.url], 4), new Client([server.url], 1)];
      try {
        const rows = await measure(client, poster, results, rounds);
        const head = ['', 'first, ms', 'then, ms', 'arrays of 10 meanwhile: 99th percentile, ms'];
        return `Two runs of ${counted(results, 'result')}, ${counted(rounds, 'round')}:\n\n${table(head, rows)}`;
      } finally {
        client.close();
        poster.close();
        await server.close();
      }
    });
  },
};

async function measure(client: Client, poster: Client, results: number, rounds: number): Promise<string[][]> {
  const [run, other] = [randomUUID(), randomUUID()];
  for (const id of [run, other]) await client.sendAll(`/api/v2/testRuns/${id}/testResults`, resultsOf(results, ARRAY));
  for (let made = 0; made < RUNS; made++) await client.send('POST', `/api/Public/StartTestRun/${randomUUID()}`);
  const rows: string[][] = [];
  for (const [name, path] of [
    [`list of ${RUNS} runs`, `/viewer/runs?limit=${RUNS}`],
    ['a run as a report', `/viewer/runs/${run}/report`],
    ['a search through all of it', `/viewer/runs/${run}/search?text=declined`],
    ['both runs compared', `/viewer/runs/${run}/compare/${other}`],
    ['a test over its runs', `/viewer/history?id=${encodeURIComponent(externalId(0))}`],
  ] as const) {
    const posting = new Posting(poster);
    const first = await timed(() => client.send('GET', path));
    const then = new Samples();
    for (let round = 1; round < rounds; round++) then.add(await timed(() => client.send('GET', path)));
    rows.push([name, first.toFixed(0), then.toString(), (await posting.end()).toFixed(0)]);
  }
  return rows;
}

/** A client that posts arrays of 10, one after the other, until it is ended. */
class Posting {
  readonly #times: number[] = [];
  readonly #posting: Promise<void>;
  #isOver = false;

  constructor(client: Client) {
    const path = `/api/v2/testRuns/${randomUUID()}/testResults`;
    const bodies = resultsOf(1000, 10);
    this.#posting = (async () => {
      for (let sent = 0; !this.#isOver; sent++) {
        this.#times.push(await timed(() => client.send('POST', path, bodies[sent % bodies.length])));
      }
    })();
  }

  /** Resolves to the 99th percentile of the times, milliseconds. */
  async end(): Promise<number> {
    this.#isOver = true;
    await this.#posting;
    return quantile(this.#times, 0.99);
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
