import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '@testpoint/core/cli';
import { flushInProcess } from '../scenario/flushing.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { judge, type Verdict } from '../scenario/verdict.js';
import { CONFIGURATION } from '../service/catalog.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { expectationsOf } from '../suite/announcement.js';
import { passing, UNDISTURBED } from '../suite/script.js';
import { SuiteProcess } from '../suite/suite-process.js';

export interface BesideReport {
  line: string;
  verdict: Verdict;
  /** Number of flushes while the suite was running. */
  flushes: number;
}

/** Number of simultaneous flushes. */
const FLUSHING = 2;

/** Two processes repeatedly flush the outbox of a running suite. Nothing fails, so nothing may arrive twice. */
export async function runFlushesBeside(tests: number, folder: string): Promise<BesideReport> {
  const suite = scriptedSuite({
    ...UNDISTURBED,
    name: 'beside',
    tests: Array.from({ length: tests }, () => passing(2)),
  });
  mkdirSync(folder, { recursive: true });
  await using service = await ServiceUnderFire.start(folder, suite.externalIds);
  await service.begin();
  const runId = await service.newRun(service.testPoints(suite.externalIds));
  const directory = join(folder, 'outbox');
  const command = suite.prepare(join(folder, 'suite'), {
    TMS_URL: service.url,
    TMS_SECRET_KEY: service.secretKey,
    TMS_CONFIGURATION_ID: CONFIGURATION.id,
    TMS_TEST_RUN_ID: runId,
    TMS_OUTBOX_DIR: directory,
    TMS_FLUSH_INTERVAL: '20',
    TMS_BATCH_SIZE: '10',
  });
  const settings = service.flushSettings({ batchSize: 10 });
  const process = new SuiteProcess(command, () => {});
  let flushes = 0;
  const flushing = async () => {
    for (; !process.hasEnded; flushes++) await flushInProcess({ directory, settings });
  };
  await Promise.all([process.ended, ...Array.from({ length: FLUSHING }, flushing)]);
  const report = await flush({ directory, settings });
  const verdict = judge({
    expectations: expectationsOf(process.announcements),
    held: await service.results(),
    arrived: service.proxy.arrived,
    forgettings: 0,
    losesNoAnswer: true,
    maybeCutShort: new Set(),
    excused: new Set(),
    api: 'v2',
  });
  if (!report.isClean) verdict.problems.push(`flush leaves ${JSON.stringify(report.sessions)}`);
  const { expected, lost, duplicates } = verdict;
  return {
    line: `${FLUSHING} flushes at a time while a suite runs, ${flushes} in all: ${expected} results announced, ${lost} lost, ${duplicates} duplicates`,
    verdict,
    flushes,
  };
}
