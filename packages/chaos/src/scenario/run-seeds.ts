import { SCRIPTED } from '../matrix/scripted-column.js';
import { externalIdOf } from '../suite/script.js';
import { MOST_SUITES, MOST_TESTS, randomScenario } from './random-scenario.js';
import {
  type Column,
  inWords,
  type NamedScenario,
  type PartReport,
  type RunOptions,
  runScenarios,
} from './run-scenarios.js';

export interface SeedsOptions extends RunOptions {
  first: number;
  /** Number of seeds. */
  count: number;
  /** A real framework's suite instead of scripted ones, and its name. */
  column?: Column | undefined;
  /** No scenario starts after this many milliseconds. Default: no limit. */
  duration?: number;
}

/** Runs the random scenarios of a range of seeds. Each failure names its seed and the command that repeats it. */
export async function runSeeds({ first, count, column, duration, ...options }: SeedsOptions): Promise<PartReport> {
  const name = column?.name ?? SCRIPTED;
  const begun = performance.now();
  function* scenarios(): Generator<NamedScenario> {
    const end = begun + (duration ?? Number.POSITIVE_INFINITY);
    for (let seed = first; seed < first + count && performance.now() < end; seed++) {
      const repeat = `repeat with: npm run test:chaos -- --only random --columns ${name} --seed ${seed} --seeds 1; `;
      yield { name: `${name}, seed ${seed}`, scenario: randomScenario(seed, column?.suite), repeat };
    }
  }
  const ids = column?.suite.externalIds ?? scriptedIds();
  const { failures, totals } = await runScenarios(scenarios(), ids, options);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  return {
    summary: `${name}: ${totals.ran} seeds from ${first} in ${seconds} s: ${inWords(totals)} after lost answers or kills, ${failures.length} seeds failed`,
    ran: totals.ran,
    failures,
  };
}

/** External ids of every test that a random scenario may have. */
function scriptedIds(): string[] {
  return Array.from({ length: MOST_SUITES * MOST_TESTS }, (_, index) =>
    externalIdOf(`suite ${Math.floor(index / MOST_TESTS)}`, index % MOST_TESTS),
  );
}
