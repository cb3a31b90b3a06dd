import { statSync } from 'node:fs';
import { number, spreadBeside, spreadOf, table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { runProgram } from './processes.js';
import { leaveSession } from './sessions.js';
import { byTurns, type Measurement, type Turn } from './turns.js';

const STEPS = 5;
const MOST_REPEATS_OF_LARGE = 3;

interface Run {
  wall: number;
  cpu: number;
  peak: number;
  posts: number;
  /** Time from the call to the server's first request with results. */
  first: number;
}

/** Compares our delivery with a loop that only posts the same arrays, and delivers a larger journal. */
export const delivery: Measurement = {
  title: 'Delivery of results',
  async run({ repeats, results, large }) {
    let size = 0;
    const [ours = [], bare = []] = await inTemporaryFolder(async (folder) => {
      const left = await leaveSession(folder, results, STEPS);
      size = statSync(left.journal).size;
      return byTurns(repeats, [
        delivering(results, 'flush', () => ({ outbox: left.outbox() })),
        delivering(results, 'bare-posts', () => ({ journal: left.journal })),
      ]);
    });
    const [larger = []] = await inTemporaryFolder(async (folder) => {
      const left = await leaveSession(folder, large, STEPS);
      return byTurns(Math.min(repeats, MOST_REPEATS_OF_LARGE), [
        delivering(large, 'flush', () => ({ outbox: left.outbox() })),
      ]);
    });
    const row = (name: string, count: number, runs: readonly Run[]) => [
      name,
      spreadOf(runs, ({ first }) => first),
      spreadOf(runs, ({ wall }) => wall / 1000, 2),
      spreadOf(runs, ({ wall }) => (count * 1000) / wall),
      spreadOf(runs, ({ cpu }) => (cpu * 1000) / count),
      spreadOf(runs, ({ peak }) => peak),
      spreadOf(runs, ({ posts }) => posts, 0),
    ];
    const head = ['', 'first after, ms', 'all, s', 'results/s', 'client CPU, µs per result', 'peak MiB', 'requests'];
    const rows = [
      row('ours', results, ours),
      row('bare loop', results, bare),
      row(`ours, ${number(large)} results`, large, larger),
    ];
    const throughput = spreadBeside(ours, bare, (run, other) => other.wall / run.wall, 2);
    const cpu = spreadBeside(ours, bare, (run, other) => run.cpu / other.cpu, 2);
    return `A flush of a journal of ${number(results)} results (${(size / results / 1024).toFixed(2)} KiB each, ${STEPS} steps), compared with a bare loop that posts
the same arrays of 100, prepared in advance, four at a time. Both send to the same bare server in another process, which received all
results each time. Ours also reads the journal, takes and releases the lock, gets the run, and marks results as sent.

${table(head, rows)}

Ours relative to the bare loop: throughput ${throughput}, client CPU ${cpu}. Target: at least 0.8 of the bare loop's throughput.`;
  },
};

/** Runs a program that delivers this many results. */
function delivering(results: number, program: 'flush' | 'bare-posts', input: () => object): Turn<Run> {
  return async (server) => {
    const run = await runProgram<'wall' | 'cpu' | 'peak' | 'begunAt' | 'sent'>(program, {
      ...input(),
      url: server.url,
    });
    const counts = await server.counts();
    if (counts.results !== results || run.sent !== results) {
      throw new Error(`${counts.results} of ${results} results arrived, and ${run.sent} were reported as sent`);
    }
    return { ...run, posts: counts.posts, first: counts.firstResultAt - run.begunAt };
  };
}
