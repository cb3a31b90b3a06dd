import { FAULT_KINDS } from './matrix/fault-kinds.js';
import { runMatrix } from './matrix/run-matrix.js';
import { matrixSuite } from './matrix/scripted-column.js';
import { runSeeds } from './scenario/run-seeds.js';

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
export const PARTS = { matrix, random };

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
