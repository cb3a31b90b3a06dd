import { statSync } from 'node:fs';
import { median } from '../quantile.js';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement } from './measurement.js';
import { BareServer, runProgram } from './processes.js';
import { LeftSession } from './sessions.js';
import { quotients, spread } from './statistics.js';

const STEPS = 5;

interface Run {
  wall: number;
  cpu: number;
  peak: number;
  posts: number;
}

/** Compares our delivery with a loop that only posts the same arrays. */
export const delivery: Measurement = {
  title: 'Delivery of results',
  async run({ repeats, results }) {
    const ours: Run[] = [];
    const bare: Run[] = [];
    let size = 0;
    await inTemporaryFolder(async (folder) => {
      const left = await LeftSession.make(folder, results, STEPS);
      size = statSync(left.journal).size;
      const server = await BareServer.start();
      for (let turn = 0; turn < repeats; turn++) {
        const input = { outbox: left.outbox(), url: server.url };
        ours.push(await verified(server, results, runProgram('flush', input, ['wall', 'cpu', 'peak', 'sent'])));
        const loop = { journal: left.journal, url: server.url };
        bare.push(await verified(server, results, runProgram('bare-posts', loop, ['wall', 'cpu', 'peak', 'sent'])));
      }
      await server.stop();
    });
    const row = (name: string, runs: readonly Run[]) => [
      name,
      spread(
        runs.map(({ wall }) => (results * 1000) / wall),
        0,
      ),
      spread(runs.map(({ cpu }) => (cpu * 1000) / results)),
      spread(
        runs.map(({ peak }) => peak),
        0,
      ),
      String(median(runs.map(({ posts }) => posts))),
    ];
    const walls = quotients(
      bare.map(({ wall }) => wall),
      ours.map(({ wall }) => wall),
    );
    const cpus = quotients(
      ours.map(({ cpu }) => cpu),
      bare.map(({ cpu }) => cpu),
    );
    return `A flush of a journal of ${results.toLocaleString('en-US')} results (${(size / results / 1024).toFixed(2)} KiB each, ${STEPS} steps), compared with a bare loop that posts
the same arrays of 100, prepared in advance, four at a time. Both send to the same bare server in another process, which received all
results each time. Ours also reads the journal, takes and releases the lock, gets the run, and marks results as sent.

${table(['', 'results/s', 'client CPU, µs per result', 'peak MiB', 'requests'], [row('ours', ours), row('bare loop', bare)])}

Ours relative to the bare loop: throughput ${spread(walls, 2)}, client CPU ${spread(cpus, 2)}. Target: at least 0.8 of the bare loop's throughput.`;
  },
};

async function verified(
  server: BareServer,
  results: number,
  running: Promise<Omit<Run, 'posts'> & { sent: number }>,
): Promise<Run> {
  const run = await running;
  const counts = await server.counts();
  if (counts.results !== results || run.sent !== results) {
    throw new Error(`${counts.results} of ${results} results arrived, and ${run.sent} were reported as sent`);
  }
  return { ...run, posts: counts.posts };
}
