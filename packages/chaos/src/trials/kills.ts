import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes } from '../lanes.js';
import type { Column } from '../matrix/column.js';
import { Random } from '../random.js';
import { runScenario } from '../scenario/run-scenario.js';
import type { Scenario, Suite } from '../scenario/scenario.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';

export interface KillsOptions {
  column: Column;
  seed: number;
  /** How many suites to kill. */
  count: number;
  /** Starts the service behind the proxy. @default one server for each service */
  backend?: StartBackend;
  /** How many suites to run at once. */
  atOnce: number;
  folder: string;
}

export interface KillsReport {
  line: string;
  failures: string[];
}

/** Kills a suite at random moments, flushes, and compares with its announcements. */
export async function runKills(options: KillsOptions): Promise<KillsReport> {
  const { column, seed, count, backend, atOnce, folder } = options;
  const { name, suite } = column;
  const random = new Random(seed);
  const total = { expected: 0, lost: 0, duplicates: 0 };
  const failures: string[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await inLanes(numbers, Math.min(atOnce, count), async (rest) => {
    await using service = await ServiceUnderFire.start(folder, suite.externalIds, backend);
    for (const number of rest) {
      const own = join(folder, `${name}-kill-${number}`);
      mkdirSync(own, { recursive: true });
      const verdict = await runScenario(killed(suite, random), service, own);
      total.expected += verdict.expected;
      total.lost += verdict.lost;
      total.duplicates += verdict.duplicates;
      if (verdict.problems.length === 0) rmSync(own, { recursive: true, force: true });
      else failures.push([`${name}: kill ${number} of seed ${seed} (in ${own})`, ...verdict.problems].join('\n  '));
    }
  });
  const { expected, lost, duplicates } = total;
  return {
    line: `${name}: ${count} suites killed: ${expected} results announced, ${lost} lost, ${duplicates} duplicates`,
    failures,
  };
}

function killed(suite: Suite, random: Random): Scenario {
  // A test is announced twice, before and after it is handed over. So is every attempt except the last.
  const announcements = 2 * suite.externalIds.length;
  return {
    name: 'SIGKILL',
    suites: [suite],
    atOnce: false,
    run: 'given',
    settings: {
      requestTimeout: 10_000,
      closeTimeout: 10_000,
      batchSize: random.pick([1, 3, 10, 100]),
      flushInterval: random.pick([1, 20, 1_000]),
      concurrency: 16,
      resultsBody: 'auto',
      api: 'v2',
    },
    faults: undefined,
    network: () => undefined,
    events: [
      {
        after: random.between(1, announcements),
        delay: random.between(0, 12),
        do: { what: 'signal', suite: 0, signal: 'SIGKILL' },
      },
    ],
    outbox: [],
    flushes: [],
    losesNoAnswer: false,
  };
}
