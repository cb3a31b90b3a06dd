import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LARGE_SUITE } from '../programs.js';
import { Random } from '../random.js';
import { flushInProcess } from '../scenario/flushing.js';
import { randomNetwork } from '../scenario/random-faults.js';
import { CONFIGURATION } from '../service/catalog.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { SuiteProcess } from '../suite/suite-process.js';

export interface MillionOptions {
  results: number;
  seed: number;
  folder: string;
  say(line: string): void;
}

export interface MillionReport {
  lost: number;
  /** Number of superfluous copies of results. */
  duplicates: number;
  flushes: number;
  /** Peak memory of all flush processes, bytes (resident set). */
  peakMemory: number;
}

/** Maximum number of flushes. */
const PATIENCE = 200;

/** Delivers one journal with very many results into one run, through random faults, with flushes in separate processes. */
export async function runMillion({ results, seed, folder, say }: MillionOptions): Promise<MillionReport> {
  await using service = await ServiceUnderFire.start(folder, 'any');
  await service.begin();
  const runId = await service.newRun([]);
  const outbox = join(folder, 'outbox');
  await service.proxy.goDown();
  say(await record(results, service, runId, outbox, folder));
  await service.heal();

  service.spoil({ seed, rules: RULES }, randomNetwork(new Random(seed)));
  const settings = service.flushSettings({ requestTimeout: 5_000, flushInterval: 100 });
  const report: MillionReport = { lost: 0, duplicates: 0, flushes: 0, peakMemory: 0 };
  for (let isClean = false; !isClean && report.flushes < PATIENCE; ) {
    const flushed = await flushInProcess({ directory: outbox, settings });
    isClean = flushed.report.isClean;
    report.flushes++;
    report.peakMemory = Math.max(report.peakMemory, flushed.peakMemory);
    const { sessions, left } = flushed.report;
    const reason = sessions[0]?.reason ?? 'done';
    say(
      `flush ${report.flushes}: ${left} left (${reason}), ${(flushed.took / 1_000).toFixed(0)} s, ${mebibytes(flushed.peakMemory)}`,
    );
  }
  await service.heal();
  const { distinct, all } = await count(service, runId, results);
  report.lost = results - distinct;
  report.duplicates = all - distinct;
  say(
    `${results} results: ${report.lost} lost, ${report.duplicates} duplicates after lost answers, ${report.flushes} flushes, ` +
      `${mebibytes(report.peakMemory)} at most`,
  );
  return report;
}

const RULES = [
  { probability: 0.02, status: 503 },
  { probability: 0.005, status: 429, retryAfter: 0 },
  { probability: 0.005, drop: 'before' },
  { probability: 0.002, drop: 'after', reset: true },
  { probability: 0.001, answer: 'html' },
  { probability: 0.0002, hang: 'after' },
  { probability: 0.02, latency: [0, 50] },
] as const;

async function record(
  results: number,
  { url, secretKey }: ServiceUnderFire,
  runId: string,
  outbox: string,
  folder: string,
): Promise<string> {
  const cwd = join(folder, 'suite');
  mkdirSync(cwd);
  const begun = performance.now();
  const env = {
    TMS_URL: url,
    TMS_SECRET_KEY: secretKey,
    TMS_CONFIGURATION_ID: CONFIGURATION.id,
    TMS_TEST_RUN_ID: runId,
    TMS_OUTBOX_DIR: outbox,
  };
  const suite = new SuiteProcess({ args: [LARGE_SUITE, `${results}`, cwd], cwd, env }, () => {});
  const { code } = await suite.ended;
  if (code !== 0) throw new Error(`The large suite ended with ${code}: ${suite.output}`);
  const [session = ''] = readdirSync(outbox).filter((name) => /^\d/.test(name));
  const { size } = statSync(join(outbox, session, 'journal.ndjson'));
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  return `recorded ${results} results in ${seconds} s, a journal of ${mebibytes(size)}`;
}

/** The number of tests with results in the run, and the number of results. */
async function count(
  service: ServiceUnderFire,
  runId: string,
  results: number,
): Promise<{ distinct: number; all: number }> {
  const seen = new Uint8Array(results);
  let distinct = 0;
  let all = 0;
  for await (const { autoTestExternalId } of service.history(runId)) {
    const number = Number(autoTestExternalId.slice(autoTestExternalId.lastIndexOf(' ')));
    all++;
    if (seen[number] === 0) distinct++;
    seen[number] = 1;
  }
  return { distinct, all };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
