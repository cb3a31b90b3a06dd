import { statSync } from 'node:fs';
import { join } from 'node:path';
import { leaveJournal } from '../journals/samples.js';
import { Random } from '../random.js';
import { flushInProcess } from '../scenario/flushing.js';
import { randomNetwork } from '../scenario/random-faults.js';
import type { PartOptions, PartReport } from '../scenario/run-scenarios.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';

/** Maximum number of flushes. */
const PATIENCE = 200;

/** Maximum memory of a flush, bytes (resident set), on any machine and for any journal. */
const MEMORY_LIMIT = 150 * 1024 * 1024;

/** Delivers one journal with very many results into one run, through random faults, with flushes in separate processes. */
export async function runMillion({ results, seed, folder, say }: PartOptions): Promise<PartReport> {
  await using service = await ServiceUnderFire.start(folder, 'any');
  await service.begin();
  const runId = await service.newRun();
  await service.proxy.goDown();
  const begun = performance.now();
  const { url, secretKey } = service;
  const options = { url, secretKey, testRunId: runId, closeTimeout: 0 };
  const directory = await leaveJournal({ idRoot: join(folder, 'suite'), options, tests: results, kinds: KINDS });
  const { size } = statSync(join(directory, 'journal.ndjson'));
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  say(`recorded ${results} results in ${seconds} s, a journal of ${mebibytes(size)}`);
  await service.heal();

  service.spoil({ seed, rules: RULES }, randomNetwork(new Random(seed)));
  const settings = service.flushSettings({ requestTimeout: 5_000 });
  let flushes = 0;
  let peak = 0;
  for (let isClean = false; !isClean && flushes < PATIENCE; ) {
    const { report, took, peakMemory } = await flushInProcess({ directory, settings });
    isClean = report.isClean;
    flushes++;
    peak = Math.max(peak, peakMemory);
    const reason = report.sessions[0]?.reason ?? 'done';
    say(`flush ${flushes}: ${report.left} left (${reason}), ${(took / 1_000).toFixed(0)} s, ${mebibytes(peakMemory)}`);
  }
  await service.heal();
  const arrived = new Set<string>();
  let all = 0;
  for await (const { autoTestExternalId } of service.history(runId)) {
    arrived.add(autoTestExternalId);
    all++;
  }
  const lost = results - arrived.size;
  const failures = lost === 0 ? [] : [`${lost} results lost`];
  if (peak > MEMORY_LIMIT) failures.push(`a flush used ${peak} bytes of memory`);
  const counts = `${lost} lost, ${all - arrived.size} duplicates after lost answers, ${flushes} flushes, ${mebibytes(peak)} at most`;
  return { summary: `${results} results: ${counts}`, ran: results, failures };
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

/** Of 20 tests, the last one fails. */
const KINDS = Array.from({ length: 20 }, (_, number) => (number === 19 ? 'failed' : 'plain'));

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
