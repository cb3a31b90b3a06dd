import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Store } from '../database/store.js';
import { MOST_ROWS_IN_VIEW, type Rows } from '../database/views.js';
import { threadFile } from '../thread-file.js';
import type { NamedRun, NamedRuns } from './named-runs.js';
import { ReportMaker } from './report-maker.js';
import type { ReportInput } from './report-thread.js';

/** A run as the data of a report. */
export interface RunReport {
  version: number;
  /** Both by `ReportMaker`. */
  head: Uint8Array;
  chunks: Promise<Uint8Array>;
}

interface Kept {
  version: number;
  report: Promise<RunReport>;
  /** Resolves when all of it is made, or can't be. */
  made: Promise<void>;
  /** Until when it is good enough for pages that follow the run, by `performance.now`. */
  restsUntil: number;
}

/** Makes reports of runs with the functions of the report's writer. Keeps the last few, because a run that is over does not change. */
export class RunReports {
  readonly #store: Store;
  readonly #runs: Pick<NamedRuns, 'configurationNames'>;
  readonly #kept = new Map<string, Kept>();
  /** One large report at a time: each needs memory for its rows. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, runs: Pick<NamedRuns, 'configurationNames'>) {
    this.#store = store;
    this.#runs = runs;
  }

  /** The report of what the run contains now. */
  of(run: NamedRun): Promise<RunReport> {
    const known = this.#kept.get(run.id);
    return this.#use(run.id, known?.version === run.version ? known : this.#begin(run));
  }

  /**
   * For pages that follow a run: a report that they don't have yet, or how long to wait for the next one, in milliseconds. To make
   * one at each change would keep the server busy, so all pages get the same one for a while.
   * @param version of the report that the page shows
   */
  async after(version: number, run: NamedRun): Promise<RunReport | number> {
    const known = this.#kept.get(run.id);
    const isDue = known === undefined || known.version === run.version || performance.now() >= known.restsUntil;
    if (isDue) return this.of(run);
    const report = await this.#use(run.id, known);
    if (report.version !== version) return report;
    await known.made;
    return Math.max(0, Math.min(known.restsUntil - performance.now(), LONGEST_REST));
  }

  /** Keeps those that were used last. */
  #use(id: string, kept: Kept): Promise<RunReport> {
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(id);
    }
    return kept.report;
  }

  #begin(run: NamedRun): Kept {
    const began = performance.now();
    const report = this.#make(run);
    const made = report
      .then(({ chunks }) => chunks)
      .then(
        () => {
          const ended = performance.now();
          kept.restsUntil = ended + REST * (ended - began);
        },
        () => {
          if (this.#kept.get(run.id) === kept) this.#kept.delete(run.id);
        },
      );
    const kept: Kept = { version: run.version, report, made, restsUntil: Number.POSITIVE_INFINITY };
    return kept;
  }

  async #make(run: NamedRun): Promise<RunReport> {
    if (run.results <= SMALL) {
      const maker = new ReportMaker();
      const results = await this.#read(run, (columns) => maker.add(columns));
      const head = maker.head(run, results, await this.#runs.configurationNames());
      return { version: run.version, head, chunks: Promise.resolve(maker.chunks(run)) };
    }
    const making = this.#last.then(() => this.#makeInThread(run));
    this.#last = making.then(({ chunks }) => chunks).catch(() => {});
    return making;
  }

  async #makeInThread(run: NamedRun): Promise<RunReport> {
    const thread = new Worker(threadFile('report-thread'), { name: 'testpoint-report', execArgv: [] });
    const tell = (input: ReportInput) => thread.postMessage(input);
    const answers = on(thread, 'message');
    const answer = async () => (await answers.next()).value[0] as Uint8Array;
    try {
      const results = await this.#read(run, (columns) => tell({ columns }));
      tell({ run, results, names: await this.#runs.configurationNames() });
      const head = await answer();
      const chunks = answer().finally(() => thread.terminate());
      chunks.catch(() => {});
      return { version: run.version, head, chunks };
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  /**
   * Reads parts ahead of their turn: results have no gaps in their numbers.
   * @returns how many results the run contains, including replaced ones
   */
  async #read({ id, results }: NamedRun, add: (columns: string) => void): Promise<number> {
    const asked: Promise<Rows>[] = [];
    for (let after = 0, next = 0; ; after += MOST_ROWS_IN_VIEW) {
      while (next <= after || (next < results && next < after + AHEAD * MOST_ROWS_IN_VIEW)) {
        const reading = this.#store.rows(id, { after: next, limit: MOST_ROWS_IN_VIEW });
        reading.catch(() => {});
        asked.push(reading);
        next += MOST_ROWS_IN_VIEW;
      }
      const part = (await asked.shift()) as Rows;
      add(part.columns);
      if (!part.more) return part.last;
    }
  }
}

/** Parts to ask for at once. */
const AHEAD = 3;
/** A report of so many results is made at once; that of a larger run in a thread. */
const SMALL = 2_000;
/** How long a report is good enough for pages that follow the run, in times of what it took to make. */
const REST = 20;
/** After this, a page asks again, milliseconds. */
const LONGEST_REST = 10_000;
/** Reports to keep. */
const MOST_KEPT = 3;
