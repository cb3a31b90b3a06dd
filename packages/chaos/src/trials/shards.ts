import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { createServiceClient } from '@testpoint/core/service';
import type { Suite } from '../scenario/scenario.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { judge, type Verdict } from '../scenario/verdict.js';
import type { StartBackend } from '../service/backend.js';
import { CONFIGURATION, PLAN, PROJECT } from '../service/catalog.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { expectationsOf } from '../suite/announcement.js';
import { passing, UNDISTURBED } from '../suite/script.js';
import { SuiteProcess } from '../suite/suite-process.js';

export interface ShardsReport {
  line: string;
  verdict: Verdict;
  /** Number of accepted requests to complete the run. */
  completed: number;
  /** Final state of the run. */
  status: string | undefined;
}

const SHARDS = 8;
/** Which shards to kill, and after how many announcements. */
const KILLED = new Map([
  [2, 25],
  [5, 60],
]);

/**
 * Eight machines, each with its own outbox, report to one run. Two are killed. A machine that only has the outboxes
 * flushes their leftovers later. The creator of the run completes it at the end.
 */
export async function runShards(testsOfShard: number, folder: string, backend?: StartBackend): Promise<ShardsReport> {
  const shards = Array.from({ length: SHARDS }, (_, index) => shard(index, testsOfShard));
  const externalIds = shards.flatMap((suite) => suite.externalIds);
  await using service = await ServiceUnderFire.start(folder, externalIds, backend);
  await service.begin();
  const client = createServiceClient({
    url: service.url,
    secretKey: service.secretKey,
    requestTimeout: 30_000,
    concurrency: 1,
  });
  const runId = await service.newRun(service.testPoints(externalIds));
  // A bad day: every fourth call fails.
  service.spoil({ seed: SHARDS, rules: [{ status: 503, probability: 0.25 }] }, () => undefined);
  const processes = await Promise.all(shards.map((suite, index) => runShard(suite, index, service, runId, folder)));
  const outboxes = shards.map((_, index) => outboxOf(index, folder));
  await service.heal();
  const report = await flush({ directory: outboxes, settings: service.flushSettings() });
  await client.completeRun(runId);
  client.close();

  const verdict = judge({
    expectations: expectationsOf(processes.flatMap(({ announcements }) => announcements)),
    held: await service.results(),
    arrived: service.proxy.arrived,
    forgettings: KILLED.size,
    losesNoAnswer: false,
    maybeCutShort: new Set(),
    excused: new Set(),
    api: 'v2',
  });
  if (!report.isClean) verdict.problems.push(`flush leaves ${JSON.stringify(report.sessions)}`);
  const completed = (await service.requests())
    .filter(({ operation, status }) => operation === 'completeRun' && status === 200)
    .reduce((sum, { requests }) => sum + requests, 0);
  const status = (await service.runs()).find(({ id }) => id === runId)?.status;
  const { expected, lost, duplicates } = verdict;
  return {
    line:
      `${SHARDS} shards that report to one run, ${KILLED.size} of them killed and flushed later: ${expected} results announced, ` +
      `${lost} lost, ${duplicates} duplicates; completed ${completed} times, the run is ${status}`,
    verdict,
    completed,
    status,
  };
}

function shard(index: number, tests: number): Suite {
  return scriptedSuite({
    ...UNDISTURBED,
    name: `shard ${index}`,
    tests: Array.from({ length: tests }, (_, number) => ({
      ...passing(3),
      status: number % 9 === 8 ? 'failed' : 'passed',
      attempts: number % 7 === 3 ? 2 : 1,
    })),
  });
}

async function runShard(
  suite: Suite,
  index: number,
  service: ServiceUnderFire,
  runId: string,
  folder: string,
): Promise<SuiteProcess> {
  const own = join(folder, `machine-${index}`);
  mkdirSync(own);
  const command = suite.prepare(own, {
    TMS_URL: service.url,
    TMS_SECRET_KEY: service.secretKey,
    TMS_CONFIGURATION_ID: CONFIGURATION.id,
    TMS_PROJECT_GLOBAL_ID: `${PROJECT}`,
    TMS_TEST_PLAN_GLOBAL_ID: `${PLAN}`,
    TMS_TEST_RUN_ID: runId,
    TMS_FINISH: 'leave',
    TMS_OUTBOX_DIR: outboxOf(index, folder),
    TMS_FLUSH_INTERVAL: '20',
    TMS_BATCH_SIZE: '10',
    TMS_CI: '0',
  });
  const process: SuiteProcess = new SuiteProcess(command, (announced) => {
    if (announced === KILLED.get(index)) process.kill('SIGKILL');
  });
  await process.ended;
  return process;
}

function outboxOf(index: number, folder: string): string {
  return join(folder, `machine-${index}`, '.testpoint');
}
