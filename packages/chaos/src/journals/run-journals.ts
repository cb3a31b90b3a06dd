import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type FlushOptions, type FlushReport, flush } from '@testpoint/core/cli';
import { inLanes } from '../lanes.js';
import { Random } from '../random.js';
import type { PartOptions, PartReport } from '../scenario/run-scenarios.js';
import { type HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import { JOURNAL_MUTATIONS, PROGRESS_MUTATIONS } from './mutations.js';
import { type Changes, contentProblems, keepingProblems } from './problems.js';
import { Recorded } from './recorded.js';
import { fuzzSettings, leaveSamples, type SampleJournal } from './samples.js';

/** A flush must end within this time, milliseconds, whatever it finds. */
const BOUND = 30_000;
/** How many damaged journals to flush. */
const JOURNALS = 10_000;
/** How many to flush at once, each with its own service. */
const MOST_AT_ONCE = 2;
/** Print a line after this many. */
const JOURNALS_PER_LINE = 1_000;
const REPEAT = 'repeat with: npm run test:chaos -- --only journals --seeds 1 --seed N';

/**
 * Flushes randomly damaged journals. A flush must end. It must deliver every intact line and nothing that was not recorded.
 * It must never delete undelivered lines, and must report them. Failed inputs stay in the folder, in their state before the flush.
 */
export async function runJournals({
  seed: first,
  seeds: count = JOURNALS,
  atOnce,
  folder,
  say,
}: Pick<PartOptions, 'seed' | 'seeds' | 'atOnce' | 'folder' | 'say'>): Promise<PartReport> {
  const begun = performance.now();
  const failures: string[] = [];
  const outcomes: Record<string, number> = {};
  let ran = 0;
  let slowest = 0;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  await inLanes(seeds, Math.min(MOST_AT_ONCE, atOnce), async (rest, number) => {
    const own = join(folder, `lane-${number}`);
    mkdirSync(own, { recursive: true });
    await using service = await ServiceUnderFire.start(own, 'any');
    await service.begin();
    const samples = await leaveSamples(service, join(own, 'samples'));
    const laboratory = { service, runId: await service.newRun(), folder: own, arrived: newResults(service) };
    for (const { id } of await service.runs()) await laboratory.arrived(id);
    for (const seed of rest) {
      const sample = samples[seed % samples.length];
      if (sample === undefined) throw new Error('there are no samples');
      const { problems, outcome, took, what } = await tryJournal(seed, sample, laboratory);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      slowest = Math.max(slowest, took);
      if (problems.length > 0) {
        const failure = [`seed ${seed}: ${what}`, ...problems].join('\n  ');
        say(failure);
        failures.push(`${failure}\n  ${REPEAT}`);
      }
      if (++ran % JOURNALS_PER_LINE === 0) say(`${ran} journals, ${failures.length} failed so far`);
    }
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const counts = Object.entries(outcomes).map(([name, times]) => `${times} ${name}`);
  const summary = `${ran} damaged journals from seed ${first} in ${seconds} s: ${counts.join(', ')}; the slowest flush took ${slowest.toFixed(0)} ms, ${failures.length} failed`;
  return { summary, ran, failures };
}

interface Laboratory {
  service: ServiceUnderFire;
  /** The run for sessions that name none. */
  runId: string;
  folder: string;
  /** New results of a run. */
  arrived: (runId: string | undefined) => Promise<HeldResult[]>;
}

/** @returns its problems and their circumstances; `what` describes the sample and the changes */
async function tryJournal(seed: number, sample: SampleJournal, laboratory: Laboratory) {
  const { service, runId, folder, arrived } = laboratory;
  const outbox = join(folder, `seed-${seed}`);
  const directory = join(outbox, basename(sample.directory));
  // A killed holder leaves its lock behind.
  cpSync(sample.directory, directory, { recursive: true, filter: (path) => !/^lock\.\d+$/.test(basename(path)) });
  const changes = mutate(directory, new Random(seed));
  const kept = join(folder, `input-${seed}`);
  cpSync(directory, kept, { recursive: true });

  const recorded = new Recorded(sample);
  const remains = recorded.remainsIn(readFileSync(join(directory, 'journal.ndjson')));
  const input = { directory, settings: fuzzSettings(service, runId) };
  const begun = performance.now();
  const report = await flushInTime(input, changes);
  const took = performance.now() - begun;
  const evidence = { recorded, remains, changes, report, isKept: existsSync(join(directory, 'journal.ndjson')) };
  const problems = report === undefined ? [`flush did not end within ${BOUND} ms`] : [];
  const [session] = report?.sessions ?? [];
  const held = await arrived(session?.runId);
  problems.push(...contentProblems(evidence, held), ...keepingProblems(evidence, held));
  if (session?.outcome === 'left') {
    const again = await flushInTime({ ...input, dropUnreadable: true }, changes);
    if (!again?.isClean || existsSync(directory)) {
      problems.push(`--drop-unreadable does not clear the rest: ${JSON.stringify(again?.sessions)}`);
    }
    problems.push(...contentProblems(evidence, [...held, ...(await arrived(session.runId))]));
  }
  if (problems.length === 0) rmSync(kept, { recursive: true, force: true });
  rmSync(outbox, { recursive: true, force: true });
  const what = `${sample.name}: ${changes.words.join('; ')} (the input is in ${kept})`;
  return { problems, outcome: session?.outcome ?? 'never ended', took, what };
}

/** Undefined if it takes too long. */
async function flushInTime(options: FlushOptions, { lock }: Changes): Promise<FlushReport | undefined> {
  const over = new AbortController();
  const flushed = async () => {
    // A dry run does not wait for a lock that may be held.
    const look = lock ? await flush({ ...options, dryRun: true }) : undefined;
    return look?.sessions[0]?.outcome === 'busy' ? look : flush(options);
  };
  const report = await Promise.race([flushed(), setTimeout(BOUND, undefined, { signal: over.signal })]);
  over.abort();
  return report;
}

/** Reads the results of a run that have arrived since the last call. */
function newResults(service: ServiceUnderFire): Laboratory['arrived'] {
  const seen = new Map<string, number>();
  return async (runId) => {
    const results: HeldResult[] = [];
    if (runId === undefined) return results;
    for await (const result of service.history(runId, seen.get(runId))) {
      results.push(result);
      seen.set(runId, result.cursor);
    }
    return results;
  };
}

/** Changes the files of a session. */
function mutate(directory: string, random: Random): Changes {
  const changes: Changes = { words: [], progress: false, lock: false };
  const change = (name: string, mutations: typeof JOURNAL_MUTATIONS) => {
    const path = join(directory, name);
    if (!existsSync(path)) return;
    const [what, mutation] = mutations[random.between(0, mutations.length - 1)] ?? ['', (bytes: Buffer) => bytes];
    const bytes = mutation(readFileSync(path), random);
    changes.words.push(`${name}: ${what}`);
    if (bytes === undefined) rmSync(path);
    else writeFileSync(path, bytes);
  };
  for (let times = random.pick([1, 1, 1, 2, 3]); times > 0; times--) change('journal.ndjson', JOURNAL_MUTATIONS);
  if (random.chance(0.2)) {
    changes.progress = true;
    change('progress.ndjson', PROGRESS_MUTATIONS);
  }
  if (random.chance(0.05)) {
    changes.lock = true;
    changes.words.push('a lock');
    const lock = join(directory, `lock.${random.between(1, 3)}`);
    writeFileSync(lock, random.pick(LOCKS));
    const age = random.pick([0, 120]);
    utimesSync(lock, Date.now() / 1_000 - age, Date.now() / 1_000 - age);
  }
  return changes;
}

const LOCKS = [
  ...['', '{', 'null', '[]', '{"pid":null}', '\0\0\0\0', '{"pid":-1,"host":"x","beat":1e308}'],
  ...['{"pid":4194305,"host":"elsewhere","beat":1}', '{"pid":"1","host":1,"beat":"never"}'],
] as const;
