import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../matrix/column.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { externalIdOf } from '../suite/script.js';
import { MOST_SUITES, MOST_TESTS, randomScenario } from './random-scenario.js';
import { runScenario } from './run-scenario.js';
import type { Verdict } from './verdict.js';

export interface SeedsOptions {
  first: number;
  /** How many. */
  count: number;
  /** A real framework's suite instead of scripted ones, and its name. */
  column?: Column | undefined;
  /** @default one server of each service's own */
  backend?: StartBackend;
  /** Scenarios at once. */
  atOnce: number;
  /** What the suites of a scenario left behind stays in it when the scenario fails. */
  folder: string;
  /** No scenario starts after this many milliseconds. Default: no limit. */
  duration?: number;
  /** Called as scenarios end. */
  onVerdict?(seed: number, verdict: Verdict): void;
}

export const SCRIPTED = 'scripted';

export interface SeedsReport {
  /** For people: what happened in all. */
  lines: string[];
  /** Each names its seed, and how to have it again. */
  failures: string[];
}

/** Runs the random scenarios of some seeds, several at once, each service used by one scenario after the other. */
export async function runSeeds(options: SeedsOptions): Promise<SeedsReport> {
  const { first, count, atOnce, folder, column, backend, duration = Number.POSITIVE_INFINITY } = options;
  const name = column?.name ?? SCRIPTED;
  const begun = performance.now();
  const failures: string[] = [];
  const total = { scenarios: 0, expected: 0, lost: 0, duplicates: 0 };
  const idle: ServiceUnderFire[] = [];
  const run = async (seed: number) => {
    const ids = column?.suite.externalIds ?? scriptedIds();
    const service = idle.pop() ?? (await ServiceUnderFire.start(folder, ids, backend));
    const own = join(folder, `${name}-seed-${seed}`);
    mkdirSync(own, { recursive: true });
    const verdict = await runScenario(randomScenario(seed, column?.suite), service, own);
    idle.push(service);
    total.scenarios++;
    total.expected += verdict.expected;
    total.lost += verdict.lost;
    total.duplicates += verdict.duplicates;
    if (verdict.problems.length > 0) failures.push(failureOf(name, seed, verdict, own));
    else rmSync(own, { recursive: true, force: true });
    options.onVerdict?.(seed, verdict);
  };
  let next = first;
  const lane = async () => {
    while (next < first + count && performance.now() - begun < duration) await run(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
  await Promise.all(idle.map((service) => service.close()));
  const { scenarios, expected, lost, duplicates } = total;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  return {
    lines: [
      `${name}: ${scenarios} seeds from ${first} in ${seconds} s: ${expected} results handed over, ${lost} lost, ` +
        `${duplicates} came again after a lost answer or a kill, ${failures.length} seeds failed`,
    ],
    failures,
  };
}

/** Of every test that a random scenario may have. */
function scriptedIds(): string[] {
  return Array.from({ length: MOST_SUITES * MOST_TESTS }, (_, index) =>
    externalIdOf(`suite ${Math.floor(index / MOST_TESTS)}`, index % MOST_TESTS),
  );
}

function failureOf(name: string, seed: number, { problems }: Verdict, folder: string): string {
  const replay = `npm run test:chaos -- --only random --columns ${name} --seed ${seed} --seeds 1`;
  return [`${name}, seed ${seed} (again with: ${replay}; what it left is in ${folder})`, ...problems].join('\n  ');
}
