import { join } from 'node:path';
import type { Contestant, Framework } from '../peers/peer.js';
import { attachmentsOf, type SuiteShape, writeSuite } from './generated-suite.js';
import { INSTALLATION } from './places.js';
import { type Run, runSuite } from './run.js';
import { Services } from './service.js';

/** What to measure. */
export interface Plan {
  frameworks: readonly Framework[];
  contestants: readonly Contestant[];
  /** Delay of each answer, milliseconds. */
  latency: number;
  /** Numbers of tests in the suites, smallest first. */
  sizes: readonly number[];
  /** How often to run each. */
  turns: number;
  /** How long each test waits, milliseconds. */
  testTime: number;
}

/** A run with a reporter, and the run without one of the same turn. */
export interface Pair {
  framework: Framework;
  contestant: string;
  size: number;
  /** Index among the pairs of its column and size, from 0. */
  round: number;
  /** Expected number of attachments. */
  attachments: number;
  nothing: Run;
  run: Run;
}

/** One run of a suite with each reporter, and one without a reporter, of `undefined`. */
export interface Turn {
  shape: SuiteShape;
  /** Index among the turns of the suite, from 0. */
  round: number;
  runs: ReadonlyMap<Contestant | undefined, Run>;
}

/** Measures each framework. */
export async function* measure(plan: Plan, say: (line: string) => void): AsyncGenerator<Pair> {
  await using services = new Services(plan.latency);
  for (const framework of plan.frameworks) {
    const shapes = plan.sizes.map((size) => ({ framework, size, testTime: plan.testTime }));
    const contestants = plan.contestants.filter(({ frameworks }) => frameworks.includes(framework));
    for await (const { shape, round, runs } of takeTurns(shapes, contestants, plan.turns, services, say)) {
      for (const contestant of contestants) {
        const { size } = shape;
        const [nothing, run, attachments] = [runs.get(undefined), runs.get(contestant), attachmentsOf(shape)];
        if (nothing === undefined || run === undefined) throw new Error('A turn has a run with each reporter.');
        const pair = { framework, contestant: contestant.name, size, round, attachments, nothing, run };
        say(`  ${contestant.name}: ${inShort(pair)}`);
        yield pair;
      }
    }
  }
}

/**
 * Runs suites by turns, so that anything that slows the machine down for a while affects all in the same way: each suite
 * without a reporter, then with each one, and every other time in the opposite order. The first turn fills the caches of
 * transformed code and of the disk, warms up the services, and does not count.
 */
export async function* takeTurns(
  shapes: readonly SuiteShape[],
  contestants: readonly Contestant[],
  turns: number,
  services: Services,
  say: (line: string) => void,
): AsyncGenerator<Turn> {
  const folderOf = ({ framework, size }: SuiteShape) => join(INSTALLATION, 'suites', `${framework}-${size}`);
  for (const shape of shapes) writeSuite(folderOf(shape), shape);
  const order = [undefined, ...contestants];
  for (let turn = 0; turn <= turns; turn++) {
    for (const shape of shapes) {
      say(`${shape.framework}, ${shape.size} tests, turn ${turn} of ${turns}`);
      const runs = new Map<Contestant | undefined, Run>();
      for (const contestant of turn % 2 === 0 ? order : order.toReversed()) {
        runs.set(contestant, await runSuite(folderOf(shape), shape, contestant, services));
      }
      if (turn > 0) yield { shape, round: turn - 1, runs };
    }
  }
}

function inShort({ nothing, run, size, attachments }: Pair): string {
  const added = Math.round((run.cpu ?? Number.NaN) - (nothing.cpu ?? Number.NaN));
  const arrived = `${run.delivered?.results} of ${size} results, ${run.delivered?.attachments} of ${attachments} attachments`;
  return `${(run.wall / 1000).toFixed(2)} s, ${(nothing.wall / 1000).toFixed(2)} s without a reporter, ${added} ms of CPU added, ${arrived}`;
}
