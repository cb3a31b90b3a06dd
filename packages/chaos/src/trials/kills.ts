import { Random } from '../random.js';
import {
  type Column,
  inWords,
  type NamedScenario,
  type PartReport,
  type RunOptions,
  runScenarios,
} from '../scenario/run-scenarios.js';
import { type Scenario, type Suite, scenarioOf } from '../scenario/scenario.js';

export interface KillsOptions extends RunOptions {
  column: Column;
  seed: number;
  /** How many suites to kill. */
  count: number;
}

/** Kills a suite at random moments, flushes, and compares with its announcements. */
export async function runKills({ column, seed, count, ...options }: KillsOptions): Promise<PartReport> {
  const { name, suite } = column;
  const random = new Random(seed);
  const kills = Array.from({ length: count }, (_, index): NamedScenario => {
    return { name: `${name}: kill ${index + 1} of seed ${seed}`, scenario: killed(suite, random) };
  });
  const { failures, totals } = await runScenarios(kills, suite.externalIds, options);
  return { summary: `${name}: ${count} suites killed: ${inWords(totals)}`, ran: totals.ran, failures };
}

function killed(suite: Suite, random: Random): Scenario {
  // A test is announced twice, before and after it is handed over. So is every attempt except the last.
  const announcements = 2 * suite.externalIds.length;
  const moment = { after: random.between(1, announcements), delay: random.between(0, 12) };
  return scenarioOf([suite], {
    settings: { batchSize: random.pick([1, 3, 10, 100]) },
    events: [{ ...moment, do: { what: 'signal', suite: 0, signal: 'SIGKILL' } }],
    losesNoAnswer: false,
  });
}
