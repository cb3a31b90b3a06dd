import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_KINDS } from './matrix/fault-kinds.js';
import { runMatrix } from './matrix/run-matrix.js';
import { matrixSuite } from './matrix/scripted-column.js';
import { runSeeds } from './scenario/run-seeds.js';
import { runKills } from './trials/kills.js';
import { measureLateEnds } from './trials/late-ends.js';
import { runMillion } from './trials/million.js';
import { runShards } from './trials/shards.js';

export interface PartOptions {
  seed: number;
  minutes: number;
  /** Random scenarios instead of minutes. */
  seeds: number | undefined;
  /** Of the part "million". */
  results: number;
  /** Scenarios at once. */
  atOnce: number;
  /** What failing scenarios leave behind. */
  folder: string;
  say(line: string): void;
}

export type Part = keyof typeof PARTS;

/** What the laboratory can do, in the order in which it does it. Each resolves with what failed, in words. */
export const PARTS = { matrix, kills, shards, ends, random, million };

async function matrix({ atOnce, folder, say }: PartOptions): Promise<string[]> {
  const columns = [{ name: 'scripted', suite: matrixSuite() }];
  const { lines, failures, totals } = await runMatrix({ kinds: FAULT_KINDS, columns, atOnce, folder });
  for (const line of lines) say(line);
  say(JSON.stringify(totals));
  return failures;
}

async function random({ seed, seeds, minutes, atOnce, folder, say }: PartOptions): Promise<string[]> {
  const { lines, failures } = await runSeeds({
    first: seed,
    count: seeds ?? Number.MAX_SAFE_INTEGER,
    ...(seeds === undefined && { duration: minutes * 60_000 }),
    atOnce,
    folder,
  });
  for (const line of lines) say(line);
  return failures;
}

async function kills({ seed, atOnce, folder, say }: PartOptions): Promise<string[]> {
  const { line, failures } = await runKills({ suite: matrixSuite(), seed, count: KILLS, atOnce, folder });
  say(line);
  return failures;
}

const KILLS = 100;

async function shards({ folder, say }: PartOptions): Promise<string[]> {
  const own = join(folder, 'shards');
  mkdirSync(own);
  const { line, verdict, completed, status } = await runShards(200, own);
  say(line);
  const wrong = completed === 1 && status === 'Completed' ? [] : [`completed ${completed} times, the run is ${status}`];
  return [...verdict.problems, ...wrong];
}

async function ends({ folder, say }: PartOptions): Promise<string[]> {
  const failures: string[] = [];
  for (const { what, later, code } of await measureLateEnds(LONG_SUITE, join(folder, 'ends'))) {
    say(`${what}: ${(later / 1_000).toFixed(1)} s later than without us, exit code ${code}`);
    if (code !== 3) failures.push(`${what}: exit code ${code}`);
    if (later > LATEST) failures.push(`${what}: ${later} ms later than without us`);
  }
  return failures;
}

/** Tests of a suite whose end is measured. */
const LONG_SUITE = 2_000;
/** Milliseconds that a suite may end later because of us. */
const LATEST = 6_000;

async function million({ results, seed, folder, say }: PartOptions): Promise<string[]> {
  const own = join(folder, 'million');
  mkdirSync(own);
  const { lost, peakMemory } = await runMillion({ results, seed, folder: own, say });
  const failures = lost === 0 ? [] : [`${lost} results lost`];
  if (peakMemory > MEMORY_LIMIT) failures.push(`a flush held ${peakMemory} bytes of memory`);
  return failures;
}

/** Bytes; on any machine, for any journal. */
const MEMORY_LIMIT = 150 * 1024 * 1024;
