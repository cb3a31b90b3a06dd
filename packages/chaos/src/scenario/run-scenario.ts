import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { PROJECT } from '../../../../scripts/one-plan.js';
import type { ServiceUnderFire } from '../service/service-under-fire.js';
import { expectationsOf } from '../suite/announcement.js';
import { flushAsPlanned } from './flushing.js';
import { afflict } from './outbox-events.js';
import type { DeliveryChoices, Scenario } from './scenario.js';
import { SuitesUnderFire } from './suites-under-fire.js';
import { attachmentProblems, judge, type Verdict } from './verdict.js';

/**
 * Runs a scenario, flushes after all faults have ended, and compares the announcements with the service's results.
 * @param folder an empty folder for what the suites leave behind
 */
export async function runScenario(scenario: Scenario, service: ServiceUnderFire, folder: string): Promise<Verdict> {
  await service.begin();
  const abandonedBefore = service.proxy.abandoned;
  const testPoints = service.testPoints(scenario.suites.flatMap(({ externalIds }) => externalIds));
  const runId = scenario.run === 'given' ? await service.newRun(testPoints) : undefined;
  const testPointsFile = join(folder, 'test-points.json');
  writeFileSync(testPointsFile, JSON.stringify(testPoints));
  const environment = {
    ...environmentOf(scenario.settings),
    ...(runId === undefined && {
      TMS_PROJECT_GLOBAL_ID: `${PROJECT}`,
      TMS_TEST_POINTS: testPointsFile,
    }),
  };
  const { requestTimeout, batchSize, concurrency, api } = scenario.settings;
  const settings = service.flushSettings({ requestTimeout, batchSize, concurrency });
  service.spoil(scenario.faults, scenario.network);
  const suites = new SuitesUnderFire(scenario, service, settings, folder);
  const ends = await suites.run((outbox) => ({ ...service.environment(outbox, runId), ...environment }));

  const { outboxes, excused, forgotten } = afflict(suites.outboxes, scenario.outbox);
  let forgettings = forgotten + suites.kills;
  for (const plan of scenario.flushes) {
    if (plan.isHealed) await service.heal();
    forgettings += await flushAsPlanned(plan, outboxes, settings, service);
  }
  await service.heal();
  const report = await flush({ directory: outboxes, settings: { ...settings, requestTimeout: PATIENT } });

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
  const verdict = judge({ expectations, held, arrived, forgettings, losesNoAnswer, excused, maybeCutShort, api });
  verdict.exitCodes = ends.length;
  verdict.flushes = suites.flushes;
  verdict.problems.push(...ends);
  if (!report.isClean) verdict.problems.push(`flush leaves ${JSON.stringify(report.sessions)}`);
  for (const left of outboxes.flatMap(remains)) verdict.problems.push(`left in the outbox: ${left}`);
  verdict.problems.push(...(await unfinishedRuns(service, runId)));
  verdict.problems.push(...(await attachmentProblems(expectations, held, excused, service, mayLack)));
  return verdict;
}

/** Request timeout of the last flush, long enough for a busy machine; milliseconds. */
const PATIENT = 30_000;

/** The settings as variables: `batchSize` is TMS_BATCH_SIZE. */
function environmentOf(settings: DeliveryChoices): Record<string, string> {
  const variable = (name: string) => `TMS_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [variable(name), `${value}`]));
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
