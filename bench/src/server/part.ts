import { cpus } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from '@testpoint/reference-server';
import { counted } from '../counted.js';
import { optionsIn } from '../options.js';
import type { Part } from '../part.js';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { wholeNumber } from '../whole-number.js';
import { type Beside, measureBeside, timesBeside } from './beside.js';
import { type CallTimes, callTimes, measureCalls, POINTS_OF_LARGE_RUN, POINTS_OF_RUN, RUNS } from './calls.js';
import { measureOtherRuns } from './other-runs.js';
import { CONNECTIONS, measureThroughput, type Share, type Throughput, throughputs } from './throughput.js';

/** A kind of server, and its measurements. */
interface Kind {
  name: string;
  /** `directory`: the folder for its files in this round. */
  options(directory: string): ServerOptions & Share;
  throughputs: Throughput[];
  /** Undefined if single calls to this kind are not measured. */
  calls: CallTimes | undefined;
  beside: Beside;
}

const USAGE = `server: measures the reference server's throughput and response times
  --rounds N       how often to measure each, in turns (5)
  --sizes LIST     numbers of results per array (1,10,100,1000)
  --results N      results to post for each array size; fewer for 1 and 10 (30000)
  --postgres URL   also measure three servers on this PostgreSQL, with 8 connections
  --no-calls       measure throughput only
  --other-runs LIST
                   instead, time calls on one run with this many other runs in the database, which must be new
  --profiles DIR   write CPU profiles of the servers to this folder`;

/** Measures how many results the reference server accepts, and how long its calls take. */
export const server: Part = {
  usage: USAGE,
  async run(args) {
    const { rounds, results, profiles, noCalls, ...given } = optionsIn(args, {
      rounds: 5,
      sizes: '1,10,100,1000',
      results: 30_000,
      postgres: undefined,
      noCalls: false,
      otherRuns: undefined,
      profiles: undefined,
    });
    const sizes = given.sizes.split(',').map((size) => wholeNumber('--sizes', size));
    const kinds = kindsOfServer(sizes, given.postgres);
    const command = ['npm run bench -- server', ...args].join(' ').replace(/\/\/[^@ ]*@/, '//');
    if (given.otherRuns !== undefined) {
      const counts = given.otherRuns.split(',').map((count) => wholeNumber('--other-runs', count));
      return [command, '', await otherRunsTable(kinds, counts, profiles)].join('\n');
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { name, options, throughputs, calls, beside } of kinds) {
        process.stderr.write(`server: round ${round} of ${rounds}, ${name}\n`);
        await inTemporaryFolder((own) => measureThroughput(throughputs, options(own), results, profiles));
        if (calls !== undefined && !noCalls)
          await inTemporaryFolder((own) => measureCalls(calls, options(own), profiles));
        if (!noCalls) await inTemporaryFolder((own) => measureBeside(beside, options(own), profiles));
      }
    }
    return [
      ...head(command, rounds),
      ...resultTable(kinds),
      ...(noCalls ? [] : [...callTable(kinds), ...besideTable(kinds)]),
    ].join('\n');
  },
};

function kindsOfServer(sizes: readonly number[], postgres: string | undefined): Kind[] {
  const alone = { servers: 1, connections: CONNECTIONS };
  const measured = () => ({ throughputs: throughputs(sizes), calls: callTimes(), beside: timesBeside() });
  const kinds: Kind[] = [
    { name: 'in memory', options: () => ({ database: ':memory:', ...alone }), ...measured() },
    { name: 'in a file', options: (directory) => ({ database: join(directory, 'bench.db'), ...alone }), ...measured() },
  ];
  if (postgres !== undefined) {
    kinds.push({
      ...measured(),
      name: 'three on PostgreSQL',
      options: (directory) => ({ database: postgres, attachments: directory, servers: 3, connections: 8 }),
      // The database still contains the runs of earlier rounds.
      calls: undefined,
    });
  }
  return kinds;
}

function head(command: string, rounds: number): string[] {
  const [cpu] = cpus();
  return [
    `\`${command}\` with Node ${process.versions.node} on ${cpus().length} × ${cpu?.model.trim()}, with the server in its own process.`,
    `Medians of ${counted(rounds, 'round')}, with minimum and maximum.`,
  ];
}

function resultTable(kinds: readonly Kind[]): string[] {
  const titles = kinds.flatMap(({ name }) => [`results/s, ${name}`, `server CPU, µs/result`]);
  const rows = (kinds[0]?.throughputs ?? []).map(({ size }, index) => [
    number(size),
    ...kinds.flatMap(({ throughputs }) => [
      String(throughputs[index]?.results),
      throughputs[index]?.cpu.toString(1) ?? '',
    ]),
  ]);
  return [
    '',
    `Results of 1.5 KB with six steps, one per test point of a run, posted on ${CONNECTIONS} persistent connections (8 for PostgreSQL):`,
    '',
    table(['array size', ...titles], rows),
  ];
}

function callTable(kinds: readonly Kind[]): string[] {
  const timed = kinds.filter(({ calls }) => calls !== undefined);
  const row = (call: string, times: keyof CallTimes) => [
    call,
    ...timed.map(({ calls }) => calls?.[times].toString(1) ?? ''),
  ];
  return [
    '',
    `Single calls, milliseconds, with ${number(RUNS)} runs of ${POINTS_OF_RUN} test points each:`,
    '',
    table(
      ['call', ...timed.map(({ name }) => name)],
      [
        row(`GetTestRuns of all ${number(RUNS)}`, 'list'),
        row(`CreateTestRun, ${number(POINTS_OF_RUN)} test points`, 'create'),
        row(`CreateTestRun, ${number(POINTS_OF_LARGE_RUN)} test points`, 'createLarge'),
      ],
    ),
  ];
}

function besideTable(kinds: readonly Kind[]): string[] {
  return [
    '',
    `An array of 100 results, milliseconds, while another client creates a run of ${number(POINTS_OF_LARGE_RUN)} test points:`,
    '',
    table(
      ['', ...kinds.map(({ name }) => name)],
      [
        ['median', ...kinds.map(({ beside }) => beside.median.toString(1))],
        ['99th percentile', ...kinds.map(({ beside }) => beside.percentile99.toString(1))],
      ],
    ),
  ];
}

async function otherRunsTable(kinds: readonly Kind[], counts: readonly number[], profiles?: string): Promise<string> {
  const rows: string[][] = [];
  for (const { name, options } of kinds) {
    process.stderr.write(`server: ${counts.map(number).join(', ')} other runs, ${name}\n`);
    await inTemporaryFolder(async (own) => {
      const { servers: _, connections: __, ...server } = options(own);
      for (const [call, samples] of await measureOtherRuns(server, counts, profiles)) {
        rows.push([name, call, ...samples.map((each) => each.toString(1))]);
      }
    });
  }
  return table(['server', 'call', ...counts.map((count) => counted(count, 'other run'))], rows);
}

function number(value: number): string {
  return value.toLocaleString('en');
}
