import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import type { Column } from '../matrix/column.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { externalIdOf } from '../suite/script.js';
import { MOST_SUITES, MOST_TESTS, randomScenario } from './random-scenario.js';
import { runScenario } from './run-scenario.js';
import type { Verdict } from './verdict.js';

export interface SeedsOptions {
  first: number;
  /** Number of seeds. */
  count: number;
  /** A real framework's suite instead of scripted ones, and its name. */
  column?: Column | undefined;
  /** Starts the service behind the proxy. @default one server for each service */
  backend?: StartBackend;
  /** How many scenarios to run at once. */
  atOnce: number;
  /** Leftovers of failed scenarios stay in this folder. */
  folder: string;
  /** No scenario starts after this many milliseconds. Default: no limit. */
  duration?: number;
  /** Called when a scenario ends. */
  onVerdict?(seed: number, verdict: Verdict): void;
}

export const SCRIPTED = 'scripted';

export interface SeedsReport {
  /** A summary to print. */
  lines: string[];
  /** Each names its seed and the command that repeats it. */
  failures: string[];
}

/** Runs the random scenarios of a range of seeds, several at once. Scenarios reuse services, one after the other. */
export async function runSeeds(options: SeedsOptions): Promise<SeedsReport> {
  const { first, count, atOnce, folder, column, backend, duration = Number.POSITIVE_INFINITY } = options;
  const name = column?.name ?? SCRIPTED;
  const begun = performance.now();
  const failures: string[] = [];
  const total = { scenarios: 0, expected: 0, lost: 0, duplicates: 0 };
  const ids = column?.suite.externalIds ?? scriptedIds();
  const run = async (seed: number, service: ServiceUnderFire) => {
    const own = join(folder, `${name}-seed-${seed}`);
    mkdirSync(own, { recursive: true });
    const verdict = await runScenario(randomScenario(seed, column?.suite), service, own);
    total.scenarios++;
    total.expected += verdict.expected;
    total.lost += verdict.lost;
    total.duplicates += verdict.duplicates;
    if (verdict.problems.length > 0) failures.push(failureOf(name, seed, verdict, own));
    else rmSync(own, { recursive: true, force: true });
    options.onVerdict?.(seed, verdict);
  };
  function* seeds() {
    for (let seed = first; seed < first + count && performance.now() - begun < duration; seed++) yield seed;
  }
  await inLanes(seeds(), Math.min(atOnce, count), async (rest) => {
    await using service = await ServiceUnderFire.start(folder, ids, backend);
    for (const seed of rest) await run(seed, service);
  });
  const { scenarios, expected, lost, duplicates } = total;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  return {
    lines: [
      `${name}: ${scenarios} seeds from ${first} in ${seconds} s: ${expected} results handed over, ${lost} lost, ` +
        `${duplicates} duplicates after lost answers or kills, ${failures.length} seeds failed`,
    ],
    failures,
  };
}

/** External ids of every test that a random scenario may have. */
function scriptedIds(): string[] {
  return Array.from({ length: MOST_SUITES * MOST_TESTS }, (_, index) =>
    externalIdOf(`suite ${Math.floor(index / MOST_TESTS)}`, index % MOST_TESTS),
  );
}

function failureOf(name: string, seed: number, { problems }: Verdict, folder: string): string {
  const replay = `npm run test:chaos -- --only random --columns ${name} --seed ${seed} --seeds 1`;
  return [`${name}, seed ${seed} (repeat with: ${replay}; its leftovers are in ${folder})`, ...problems].join('\n  ');
}
