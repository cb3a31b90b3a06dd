import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type FlushReport, flush } from '@testpoint/core/cli';
import { inLanes } from '../lanes.js';
import { Random } from '../random.js';
import { type HeldResult, ServiceUnderFire } from '../service/service-under-fire.js';
import { JOURNAL_MUTATIONS, PROGRESS_MUTATIONS } from './mutations.js';
import { type Changes, contentProblems, keepingProblems } from './problems.js';
import { Recorded } from './recorded.js';
import { fuzzSettings, leaveSamples, type SampleJournal } from './samples.js';

export interface JournalsOptions {
  /** Seed of the first input. */
  first: number;
  /** Number of inputs. */
  count: number;
  /** How many inputs to process at once, each with its own service. */
  atOnce: number;
  /** Failed inputs stay in this folder, in their state before the flush. */
  folder: string;
  say?(line: string): void;
}

export interface JournalsReport {
  line: string;
  /** Number of flushed journals. */
  done: number;
  failures: string[];
}

/** A flush must end within this time, milliseconds, whatever it finds. */
const BOUND = 30_000;
/** Print a line after this many inputs. */
const JOURNALS_PER_LINE = 1_000;

/**
 * Flushes randomly damaged journals. A flush must end. It must deliver every intact line and nothing that was not recorded.
 * It must never delete undelivered lines, and must report them.
 */
export async function runJournals({ first, count, atOnce, folder, say }: JournalsOptions): Promise<JournalsReport> {
  const begun = performance.now();
  const failures: string[] = [];
  const outcomes: Record<string, number> = {};
  let done = 0;
  let slowest = 0;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  await inLanes(seeds, atOnce, async (rest, number) => {
    const own = join(folder, `lane-${number}`);
    mkdirSync(own, { recursive: true });
    await using service = await ServiceUnderFire.start(own, 'any');
    const laboratory = await Laboratory.open(service, own);
    for (const seed of rest) {
      const { problems, outcome, took, what } = await laboratory.try(seed);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      slowest = Math.max(slowest, took);
      if (problems.length > 0) failures.push([`seed ${seed}: ${what}`, ...problems].join('\n  '));
      if (problems.length > 0) say?.(failures.at(-1) ?? '');
      if (++done % JOURNALS_PER_LINE === 0) say?.(`${done} journals, ${failures.length} failed so far`);
    }
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const counts = Object.entries(outcomes).map(([name, times]) => `${times} ${name}`);
  const line = `${done} damaged journals from seed ${first} in ${seconds} s: ${counts.join(', ')}; the slowest flush took ${slowest.toFixed(0)} ms, ${failures.length} failed`;
  return { line, done, failures };
}

interface Trial {
  problems: string[];
  outcome: string;
  took: number;
  /** A description of the sample and the changes. */
  what: string;
}

/** A service, and the journals that sessions have left for it. */
class Laboratory {
  readonly #service: ServiceUnderFire;
  readonly #samples: readonly SampleJournal[];
  readonly #folder: string;
  /** The run for sessions that name none. */
  readonly #run: string;
  /** Positions in the runs' histories up to which results were read. */
  readonly #seen = new Map<string, number>();

  private constructor(service: ServiceUnderFire, samples: readonly SampleJournal[], run: string, folder: string) {
    this.#service = service;
    this.#samples = samples;
    this.#run = run;
    this.#folder = folder;
  }

  static async open(service: ServiceUnderFire, folder: string): Promise<Laboratory> {
    await service.begin();
    const samples = await leaveSamples(service, join(folder, 'samples'));
    const laboratory = new Laboratory(service, samples, await service.newRun([]), folder);
    for (const { id } of await service.runs()) await laboratory.#arrived(id);
    return laboratory;
  }

  async try(seed: number): Promise<Trial> {
    const random = new Random(seed);
    const sample = this.#samples[seed % this.#samples.length];
    if (sample === undefined) throw new Error('there are no samples');
    const outbox = join(this.#folder, `seed-${seed}`);
    const directory = join(outbox, basename(sample.directory));
    // A killed holder leaves its socket behind, which can't be copied.
    cpSync(sample.directory, directory, { recursive: true, filter: (path) => !statSync(path).isSocket() });
    for (let generation = 1; generation < 10; generation++)
      rmSync(join(directory, `lock.${generation}`), { force: true });
    const changes = mutate(directory, random);
    const kept = join(this.#folder, `input-${seed}`);
    cpSync(directory, kept, { recursive: true });

    const recorded = new Recorded(sample);
    const remains = recorded.remainsIn(readFileSync(join(directory, 'journal.ndjson')));
    const begun = performance.now();
    const report = await this.#flush(directory, changes, false);
    const took = performance.now() - begun;
    const evidence = { recorded, remains, changes, report, isKept: existsSync(join(directory, 'journal.ndjson')) };
    const problems = report === undefined ? [`flush did not end within ${BOUND} ms`] : [];
    const held = await this.#arrived(report?.sessions[0]?.runId);
    problems.push(...contentProblems(evidence, held), ...keepingProblems(evidence, held));
    const outcome = report?.sessions[0]?.outcome ?? 'never ended';
    if (outcome === 'left') {
      const again = await this.#flush(directory, changes, true);
      if (!again?.isClean || existsSync(directory)) {
        problems.push(`--drop-unreadable does not clear the rest: ${JSON.stringify(again?.sessions)}`);
      }
      const more = await this.#arrived(report?.sessions[0]?.runId);
      problems.push(...contentProblems(evidence, [...held, ...more]));
    }
    if (problems.length === 0) rmSync(kept, { recursive: true, force: true });
    rmSync(outbox, { recursive: true, force: true });
    const what = `${sample.name}: ${changes.words.join('; ')} (the input is in ${kept})`;
    return { problems, outcome, took, what };
  }

  async #flush(directory: string, { lock }: Changes, dropUnreadable: boolean): Promise<FlushReport | undefined> {
    const over = new AbortController();
    const settings = fuzzSettings(this.#service, this.#run);
    const flushed = async () => {
      // A dry run does not wait for a lock that may be held.
      const look = lock ? await flush({ directory, settings, dryRun: true }) : undefined;
      if (look?.sessions[0]?.outcome === 'busy') return look;
      return flush({ directory, settings, dropUnreadable });
    };
    const report = await Promise.race([flushed(), setTimeout(BOUND, undefined, { signal: over.signal })]);
    over.abort();
    return report;
  }

  /** New results of a run. */
  async #arrived(runId: string | undefined): Promise<HeldResult[]> {
    const results: HeldResult[] = [];
    if (runId === undefined) return results;
    let place = this.#seen.get(runId) ?? 0;
    for await (const result of this.#service.history(runId, place)) {
      results.push(result);
      place = result.cursor;
    }
    this.#seen.set(runId, place);
    return results;
  }
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
  ...['', '{', 'null', '[]', '{"pid":null}', '\0\0\0\0', '{"pid":-1,"host":"x","token":"x","beat":1e308}'],
  ...['{"pid":4194305,"host":"elsewhere","token":"x","beat":1}', '{"pid":"1","host":1,"beat":"never"}'],
] as const;
