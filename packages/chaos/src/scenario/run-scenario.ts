import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { CONFIGURATION, PLAN, PROJECT } from '../service/catalog.js';
import type { ServiceUnderFire } from '../service/service-under-fire.js';
import { expectationsOf } from '../suite/announcement.js';
import { attachmentProblems } from './attachment-check.js';
import { flushAsPlanned } from './flushing.js';
import { afflict } from './outbox-events.js';
import type { Scenario } from './scenario.js';
import { SuitesUnderFire } from './suites-under-fire.js';
import { judge, type Verdict } from './verdict.js';

/**
 * Runs a scenario, flushes after all faults have ended, and compares the announcements with the service's results.
 * @param folder an empty folder for what the suites leave behind
 */
export async function runScenario(scenario: Scenario, service: ServiceUnderFire, folder: string): Promise<Verdict> {
  await service.begin();
  const abandonedBefore = service.proxy.abandoned;
  const testPoints = service.testPoints(scenario.suites.flatMap(({ externalIds }) => externalIds));
  const runId = scenario.run === 'given' ? await service.newRun(testPoints) : undefined;
  const environment = environmentOf(scenario, service, runId, folder);
  writeFileSync(join(folder, TEST_POINTS), JSON.stringify(testPoints));
  const { requestTimeout, batchSize, flushInterval, concurrency, api } = scenario.settings;
  const settings = service.flushSettings({ requestTimeout, batchSize, flushInterval, concurrency });
  service.spoil(scenario.faults, scenario.network);
  const suites = new SuitesUnderFire(scenario, service, settings, folder);
  const ends = await suites.run(environment);

  const { outbox, excused, forgotten } = afflict(join(folder, OUTBOX), scenario.outbox);
  let forgettings = forgotten + suites.kills;
  for (const plan of scenario.flushes) {
    if (plan.isHealed) await service.heal();
    forgettings += await flushAsPlanned(plan, outbox, settings, service);
  }
  await service.heal();
  const report = await flush({ directory: outbox, settings: { ...settings, requestTimeout: PATIENT } });

  const expectations = expectationsOf(suites.announcements.flat());
  const held = await service.results();
  const { arrived, abandoned } = service.proxy;
  // A busy machine can make a session give up, and cancel a request that the service accepts.
  const losesNoAnswer = scenario.losesNoAnswer && abandoned === abandonedBefore;
  const isCutShort = suites.wereSignaled || scenario.suites.some(({ endsEarly }) => endsEarly);
  const maybeCutShort = new Set(
    scenario.suites.flatMap(({ reportsCutShort, externalIds }) => (reportsCutShort && isCutShort ? externalIds : [])),
  );
  const mayLack =
    (isCutShort && scenario.suites.some(({ attachesLate }) => attachesLate)) ||
    scenario.events.some((event) => event.do.what === 'outbox is removed');
  const evidence = {
    expectations,
    held,
    arrived,
    forgettings,
    losesNoAnswer,
    excused,
    maybeCutShort,
    api,
  };
  const verdict = judge(evidence);
  verdict.exitCodes = ends.length;
  verdict.problems.push(...ends);
  if (!report.isClean) verdict.problems.push(`flush leaves ${JSON.stringify(report.sessions)}`);
  for (const left of remains(outbox)) verdict.problems.push(`left in the outbox: ${left}`);
  verdict.problems.push(...(await unfinishedRuns(service, runId)));
  verdict.problems.push(...(await attachmentProblems(expectations, held, excused, service, mayLack)));
  return verdict;
}

const OUTBOX = 'outbox';
const TEST_POINTS = 'test-points.json';
/** Request timeout of the last flush, long enough for a busy machine; milliseconds. */
const PATIENT = 30_000;

function environmentOf(
  { settings }: Scenario,
  service: ServiceUnderFire,
  runId: string | undefined,
  folder: string,
): Record<string, string> {
  const run: Record<string, string> =
    runId === undefined
      ? { TMS_PROJECT_GLOBAL_ID: `${PROJECT}`, TMS_TEST_POINTS: join(folder, TEST_POINTS) }
      : { TMS_TEST_RUN_ID: runId };
  return {
    TMS_URL: service.url,
    TMS_SECRET_KEY: service.secretKey,
    TMS_TEST_PLAN_GLOBAL_ID: `${PLAN}`,
    TMS_CONFIGURATION_ID: CONFIGURATION.id,
    TMS_CONFIGURATION_GLOBAL_ID: `${CONFIGURATION.globalId}`,
    TMS_OUTBOX_DIR: join(folder, OUTBOX),
    TMS_REQUEST_TIMEOUT: `${settings.requestTimeout}`,
    TMS_CLOSE_TIMEOUT: `${settings.closeTimeout}`,
    TMS_BATCH_SIZE: `${settings.batchSize}`,
    TMS_FLUSH_INTERVAL: `${settings.flushInterval}`,
    TMS_CONCURRENCY: `${settings.concurrency}`,
    TMS_RESULTS_BODY: settings.resultsBody,
    TMS_API: settings.api,
    TMS_CI: '0',
    ...run,
  };
}

/** Session folders that still exist. A folder without a journal does not count: it is deleted later, when that is safe. */
function remains(outbox: string): string[] {
  if (statSync(outbox, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(outbox).filter((name) =>
    ['journal.ndjson', 'delivered.ndjson'].some((file) => existsSync(join(outbox, name, file))),
  );
}

/** Runs that suites created and that have results but were never ended. A run whose id never reached its suite stays empty. */
async function unfinishedRuns(service: ServiceUnderFire, given: string | undefined): Promise<string[]> {
  const runs = await service.runs();
  const unfinished = runs.filter(({ id, status, testPoints }) => {
    const isOver = status === 'Completed' || status === 'Stopped';
    return id !== given && !isOver && testPoints['In progress'] < testPoints.total;
  });
  return unfinished.map(({ id, status }) => `run ${id} is ${status}`);
}
