import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement, MicroOptions } from './measurement.js';
import { BareServer, runProgram } from './processes.js';
import { LeftSession } from './sessions.js';
import { spread } from './statistics.js';

const RESULTS = 100_000;
/** How many results of a large journal are really recorded; the rest are copies of them. */
const RECORDED = 20_000;
const MOST_REPEATS = 3;
const FIGURES = ['wall', 'cpu', 'peak', 'begunAt', 'left', 'sent'] as const;

interface Run {
  wall: number;
  cpu: number;
  peak: number;
  /** Time from the call to the server's first request with results. */
  first: number;
  sent: number;
}

/** Measures the flush of large journals that were left behind. */
export const journals: Measurement = {
  title: 'Flush of large journals',
  async run(options) {
    const rows: string[][] = [];
    const journals = [
      { name: `${RESULTS.toLocaleString('en-US')} results`, recorded: RESULTS, bytes: 0 },
      { name: `${options.journal} MiB`, recorded: RECORDED, bytes: options.journal * 2 ** 20 },
    ];
    for (const { name, recorded, bytes } of journals) {
      const runs = await inTemporaryFolder((folder) => measure(folder, recorded, bytes, options));
      const column = (value: (run: Run) => number, digits: number) => spread(runs.map(value), digits);
      rows.push([
        name,
        column(({ first }) => first, 0),
        column(({ wall }) => wall / 1000, 2),
        column(({ wall, sent }) => (sent * 1000) / wall, 0),
        column(({ cpu, sent }) => (cpu * 1000) / sent, 1),
        column(({ peak }) => peak, 0),
      ]);
    }
    return `A flush in its own process, to a bare server in another process, which received every result of the journal.

${table(['journal', 'first results sent after, ms', 'whole flush, s', 'results/s', 'client CPU, µs per result', 'peak MiB'], rows)}`;
  },
};

async function measure(folder: string, recorded: number, bytes: number, { repeats }: MicroOptions): Promise<Run[]> {
  const left = await LeftSession.make(folder, recorded, 5);
  if (bytes > 0) left.grow(bytes);
  const runs: Run[] = [];
  for (let turn = 0; turn < Math.min(repeats, MOST_REPEATS); turn++) {
    const server = await BareServer.start();
    const run = await runProgram('flush', { outbox: left.outbox(), url: server.url }, FIGURES);
    const counts = await server.counts();
    await server.stop();
    if (counts.results !== left.results || run.left > 0)
      throw new Error(`${counts.results} of ${left.results} results arrived`);
    runs.push({ ...run, first: counts.firstResultAt - run.begunAt });
  }
  return runs;
}
