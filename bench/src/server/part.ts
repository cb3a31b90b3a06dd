import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServerOptions } from '@testpoint/reference-server';
import type { Part } from '../part.js';
import { type CallTimes, callTimes, measureCalls, POINTS_OF_LARGE_RUN, POINTS_OF_RUN, RUNS } from './calls.js';
import { CONNECTIONS, measureThroughput, type Throughput, throughputs } from './throughput.js';

/** A kind of server, and what was measured of it. */
interface Kind {
  name: string;
  /** `directory`: of this round, for its files. */
  options(directory: string): ServerOptions;
  throughputs: Throughput[];
  calls: CallTimes;
}

const USAGE = `server: what the reference server takes
  --rounds N       how often each thing is measured, by turns (5)
  --results N      results posted in arrays of 100 and of 1000; of 1 and 10 fewer (30000)
  --profiles DIR   leave a CPU profile of every server there`;

/** How many results the reference server takes, and how long its calls last. */
export const server: Part = {
  usage: USAGE,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string', default: '5' },
        results: { type: 'string', default: '30000' },
        profiles: { type: 'string' },
      },
    });
    const rounds = whole('--rounds', values.rounds);
    const results = whole('--results', values.results);
    const kinds = kindsOfServer();
    for (let round = 1; round <= rounds; round++) {
      for (const kind of kinds) {
        process.stderr.write(`server: round ${round} of ${rounds}, ${kind.name}\n`);
        await inDirectory((directory) => measure(kind, directory, results, values.profiles));
      }
    }
    return report(kinds, rounds, results);
  },
};

function kindsOfServer(): Kind[] {
  const measured = () => ({ throughputs: throughputs(), calls: callTimes() });
  return [
    { name: 'in memory', options: () => ({ database: ':memory:' }), ...measured() },
    { name: 'in a file', options: (directory) => ({ database: join(directory, 'bench.db') }), ...measured() },
  ];
}

async function measure(kind: Kind, directory: string, results: number, profiles?: string): Promise<void> {
  await measureThroughput(kind.throughputs, kind.options(join(directory)), results, profiles);
  await inDirectory((other) => measureCalls(kind.calls, kind.options(other), profiles));
}

async function inDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'testpoint-bench-'));
  try {
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(kinds: readonly Kind[], rounds: number, results: number): string {
  const names = kinds.map(({ name }) => name);
  const number = (value: number) => value.toLocaleString('en');
  const sizes = throughputs().map(({ size }, index) => [
    number(size),
    ...kinds.map(({ throughputs }) => String(throughputs[index]?.results)),
    ...kinds.map(({ throughputs }) => throughputs[index]?.cpu.toString(1) ?? ''),
  ]);
  const call = (name: string, times: keyof CallTimes) => [name, ...kinds.map(({ calls }) => calls[times].toString(1))];
  return [
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}; \`npm run bench -- server --rounds ${rounds} --results ${results}\`.`,
    'Medians, with the least and the greatest of all rounds. The server is a process of its own.',
    '',
    `Results of 1.5 KB with six steps, one for each test point of a run, posted on ${CONNECTIONS} kept connections:`,
    '',
    ...table([
      ['array of', ...names.map((name) => `results/s, ${name}`), ...names.map((name) => `CPU µs/result, ${name}`)],
      ...sizes,
    ]),
    '',
    `Single calls, milliseconds, with ${number(RUNS)} runs of ${POINTS_OF_RUN} test points each:`,
    '',
    ...table([
      ['call', ...names],
      call(`GetTestRuns of all ${number(RUNS)}`, 'list'),
      call(`CreateTestRun, ${number(POINTS_OF_RUN)} test points`, 'create'),
      call(`CreateTestRun, ${number(POINTS_OF_LARGE_RUN)} test points`, 'createLarge'),
    ]),
  ].join('\n');
}

function table([head = [], ...rows]: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

function whole(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} must be a whole number above 0, not ${text}.`);
  return Number(text);
}
