import { join } from 'node:path';
import { optionsIn, wholeNumber } from '../../../scripts/options.js';
import { thisMachine } from '../machine.js';
import type { Part } from '../part.js';
import { counted, number, spread, table } from '../table.js';
import {
  CONNECTIONS,
  type Kind,
  measureBeside,
  measureCalls,
  measureThroughput,
  type Note,
  POINTS_OF_LARGE_RUN,
  POINTS_OF_RUN,
} from './measurements.js';

const USAGE = `server: measures the reference server's throughput and response times
  --rounds N       how often to measure each, in turns (5)
  --sizes LIST     numbers of results per array (1,10,100,1000)
  --results N      results to post for each array size; fewer for 1 and 10 (30000)
  --postgres URL   also measure three servers on this PostgreSQL, with 8 connections; its database must be new
  --runs N         number of other runs in the database when single calls are timed (1000)
  --no-calls       measure throughput only`;

/** Measures how many results the reference server accepts, and how long its calls take. */
export const server: Part = {
  usage: USAGE,
  async run(args) {
    const { rounds, results, runs, noCalls, ...given } = optionsIn(args, {
      ...{ rounds: 5, sizes: '1,10,100,1000', results: 30_000, postgres: undefined, runs: 1_000, noCalls: false },
    });
    const sizes = given.sizes.split(',').map((size) => wholeNumber('--sizes', size));
    const [throughput, calls, beside] = [new Samples(), new Samples(), new Samples()];
    const command = ['npm run bench -- server', ...args].join(' ').replace(/\/\/[^@ ]*@/, '//');
    const machine = thisMachine();
    for (let round = 1; round <= rounds; round++) {
      for (const kind of kindsOfServer(given.postgres)) {
        process.stderr.write(`server: round ${round} of ${rounds}, ${kind.name}\n`);
        await measureThroughput(kind, sizes, results, throughput.note);
        if (noCalls) continue;
        // In later rounds, the database of PostgreSQL still contains the runs of earlier ones.
        if (round === 1 || kind.servers === 1) await measureCalls(kind, runs, calls.note);
        await measureBeside(kind, beside.note);
      }
    }
    const large = number(POINTS_OF_LARGE_RUN);
    return [
      `\`${command}\` on ${machine}, with the server in its own process.\nMedians of ${counted(rounds, 'round')}, with minimum and maximum.`,
      `Results of 1.5 KB with six steps, one per test point of a run, posted on ${CONNECTIONS} persistent connections (8 for PostgreSQL):`,
      throughput.table('array size'),
      ...(noCalls
        ? []
        : [
            `Single calls, milliseconds, with ${counted(runs, 'other run')} of ${POINTS_OF_RUN} test points:`,
            calls.table('call'),
            `An array of 100 results, milliseconds, while another client creates a run of ${large} test points:`,
            beside.table(''),
          ]),
    ].join('\n\n');
  },
};

function kindsOfServer(postgres: string | undefined): Kind[] {
  const alone = { servers: 1, connections: CONNECTIONS };
  const kinds: Kind[] = [
    { ...alone, name: 'in memory', options: () => ({ database: ':memory:' }) },
    { ...alone, name: 'in a file', options: (folder) => ({ database: join(folder, 'bench.db') }) },
  ];
  if (postgres === undefined) return kinds;
  const options = (folder: string) => ({ database: postgres, attachments: folder });
  return [...kinds, { name: 'three on PostgreSQL', options, servers: 3, connections: 8 }];
}

/** Repeated measurements, by row and column of a table. */
class Samples {
  readonly #rows = new Map<string, Map<string, number[]>>();
  readonly #columns = new Set<string>();

  readonly note: Note = (row, column, value) => {
    const cells = this.#rows.get(row) ?? new Map<string, number[]>();
    this.#rows.set(row, cells.set(column, [...(cells.get(column) ?? []), value]));
    this.#columns.add(column);
  };

  table(corner: string): string {
    const columns = [...this.#columns];
    const rows = [...this.#rows].map(([row, cells]) => {
      return [row, ...columns.map((column) => (cells.has(column) ? spread(cells.get(column) ?? []) : ''))];
    });
    return table([corner, ...columns], rows);
  }
}
