import { join } from 'node:path';
import type { Framework } from '../peers/peer.js';
import { type Column, type Contestant, columnName, columnsOf } from './contestant.js';
import { attachmentsOf, type SuiteShape, writeSuite } from './generated-suite.js';
import { INSTALLATION } from './places.js';
import { type Run, runSuite } from './run.js';
import { Services } from './service.js';

/** What to measure. */
export interface Plan {
  frameworks: readonly Framework[];
  contestants: readonly Contestant[];
  /** Delays of each answer, milliseconds. */
  latencies: readonly number[];
  /** Numbers of tests in the suites, smallest first. */
  sizes: readonly number[];
  /** Number of pairs of a run without a reporter and a run with it. */
  pairs: number;
  /** How long each test waits, milliseconds. */
  testTime: number;
}

/** A run with a reporter, and a run without one right before or after it. */
export interface Pair {
  framework: Framework;
  contestant: string;
  /** Undefined if it only writes files. */
  latency: number | undefined;
  size: number;
  /** Index among the pairs of its column and size, from 0. */
  round: number;
  /** Expected number of attachments. */
  attachments: number;
  nothing: Run;
  run: Run;
}

/**
 * Measures everything in turns, so that anything that slows the machine down for a while affects all in the same way: in
 * each round, one pair for every column and size.
 */
export async function* measure(plan: Plan, say: (line: string) => void): AsyncGenerator<Pair> {
  const services = new Services();
  try {
    for (const framework of plan.frameworks) yield* measureFramework(framework, plan, services, say);
  } finally {
    await services.end();
  }
}

async function* measureFramework(
  framework: Framework,
  { contestants, latencies, sizes, pairs, testTime }: Plan,
  services: Services,
  say: (line: string) => void,
): AsyncGenerator<Pair> {
  const columns = columnsOf(contestants, framework, latencies);
  const suites = sizes.map((size) => generate({ framework, size, testTime }));
  for (const suite of suites) await warmUp(suite, columns, services, say);
  for (let round = 0; round < pairs; round++) {
    for (const column of columns) {
      for (const suite of suites) {
        const pair = await measurePair(suite, column, round, services);
        say(`${title(suite.shape, column)}, pair ${round + 1} of ${pairs}: ${inShort(pair)}`);
        yield pair;
      }
    }
  }
}

interface Suite {
  folder: string;
  shape: SuiteShape;
}

function generate(shape: SuiteShape): Suite {
  const folder = join(INSTALLATION, 'suites', `${shape.framework}-${shape.size}`);
  writeSuite(folder, shape);
  return { folder, shape };
}

/** An uncounted run of each fills the caches of transformed code and of the disk, and warms up the services. */
async function warmUp(
  { folder, shape }: Suite,
  columns: readonly Column[],
  services: Services,
  say: (line: string) => void,
): Promise<void> {
  say(`${shape.framework}, ${shape.size} tests: warming up`);
  for (const column of [undefined, ...columns]) await runSuite(folder, shape, column, services);
}

async function measurePair({ folder, shape }: Suite, column: Column, round: number, services: Services): Promise<Pair> {
  const runWithout = () => runSuite(folder, shape, undefined, services);
  const runWith = () => runSuite(folder, shape, column, services);
  const isNothingFirst = round % 2 === 0;
  const [first, second] = isNothingFirst ? [runWithout, runWith] : [runWith, runWithout];
  const [earlier, later] = [await first(), await second()];
  const [nothing, run] = isNothingFirst ? [earlier, later] : [later, earlier];
  const { contestant, latency } = column;
  return {
    framework: shape.framework,
    contestant: contestant.name,
    latency,
    size: shape.size,
    round,
    attachments: attachmentsOf(shape),
    nothing,
    run,
  };
}

function title({ framework, size }: SuiteShape, column: Column): string {
  return `${framework}, ${size} tests, ${columnName(column)}`;
}

function inShort({ nothing, run, size, attachments }: Pair): string {
  const added = Math.round((run.cpu ?? Number.NaN) - (nothing.cpu ?? Number.NaN));
  const arrived = `${run.delivered?.results} of ${size} results, ${run.delivered?.attachments} of ${attachments} attachments`;
  return `${(run.wall / 1000).toFixed(2)} s, ${(nothing.wall / 1000).toFixed(2)} s without a reporter, ${added} ms of CPU added, ${arrived}`;
}
