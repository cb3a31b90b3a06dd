import { runScenario } from '../scenario/run-scenario.js';
import { inWords, type PartReport } from '../scenario/run-scenarios.js';
import { type Suite, scenarioOf, type TimedEvent } from '../scenario/scenario.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import type { StartBackend } from '../service/backend.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { passing } from '../suite/script.js';

const SHARDS = 8;
/** Which shards to kill, and after how many announcements of all. */
const KILLS = [
  [2, 200],
  [5, 480],
].map(([suite = 0, after = 0]): TimedEvent => ({ after, do: { what: 'signal', suite, signal: 'SIGKILL' } }));

/**
 * Eight machines, each with its own outbox, report to one run. Two are killed. A machine that only has the outboxes
 * flushes their leftovers later. The creator of the run completes it at the end, and must be the only one.
 */
export async function runShards(testsOfShard: number, folder: string, backend?: StartBackend): Promise<PartReport> {
  const shards = Array.from({ length: SHARDS }, (_, index) => shard(index, testsOfShard));
  const externalIds = shards.flatMap((suite) => suite.externalIds);
  await using service = await ServiceUnderFire.start(folder, externalIds, backend);
  const scenario = scenarioOf(shards, {
    ...{ atOnce: true, ownOutboxes: true, events: KILLS, losesNoAnswer: false },
    settings: { batchSize: 10 },
    // A bad day: every fourth call fails.
    faults: { seed: SHARDS, rules: [{ status: 503, probability: 0.25 }] },
  });
  const verdict = await runScenario(scenario, service, folder);
  const [run] = await service.runs();
  await service.call((client) => client.completeRun(run?.id ?? ''));
  const completed = (await service.requests())
    .filter(({ operation, status }) => operation === 'completeRun' && status === 200)
    .reduce((sum, { requests }) => sum + requests, 0);
  const status = (await service.runs())[0]?.status;
  const end = `completed ${completed} times, the run is ${status}`;
  if (completed !== 1 || status !== 'Completed') verdict.problems.push(end);
  const what = `${SHARDS} shards that report to one run, ${KILLS.length} of them killed and flushed later`;
  const summary = `${what}: ${inWords(verdict)}; ${end}`;
  return { summary, ran: verdict.expected, failures: verdict.problems };
}

function shard(index: number, tests: number): Suite {
  return scriptedSuite({
    name: `shard ${index}`,
    tests: Array.from({ length: tests }, (_, number) => ({
      ...passing(3),
      status: number % 9 === 8 ? 'failed' : 'passed',
      attempts: number % 7 === 3 ? 2 : 1,
    })),
  });
}
