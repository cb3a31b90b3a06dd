import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Store } from '../database/store.js';
import type { NamedRun } from './named-runs.js';
import { type ConfigurationNames, ReportMaker, type ReportTexts } from './report-maker.js';
import type { ReportInput } from './report-thread.js';
import { threadFile } from './thread-file.js';

/** A run as the data of a report. */
export interface RunReport extends ReportTexts {
  version: number;
  /** How many results it contains, including replaced ones. */
  results: number;
}

/** Makes reports of runs with the functions of the report's writer. Keeps the last few, because a run that is over does not change. */
export class RunReports {
  readonly #store: Store;
  readonly #names: ConfigurationNames;
  readonly #kept = new Map<string, { version: number; report: Promise<RunReport> }>();
  /** One large report at a time: each needs memory for its rows. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, names: ConfigurationNames) {
    this.#store = store;
    this.#names = names;
  }

  of(run: NamedRun): Promise<RunReport> {
    const known = this.#kept.get(run.id);
    this.#kept.delete(run.id);
    const report = known?.version === run.version ? known.report : this.#make(run);
    this.#kept.set(run.id, { version: run.version, report });
    report.catch(() => this.#kept.delete(run.id));
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(id);
    }
    return report;
  }

  async #make(run: NamedRun): Promise<RunReport> {
    const first = await this.#rows(run.id, 0);
    if (!first.more) {
      const maker = new ReportMaker();
      maker.add(first.columns);
      return { version: run.version, results: first.last, ...maker.make(run, this.#names) };
    }
    const making = this.#last.then(() => this.#makeInThread(run));
    this.#last = making.catch(() => {});
    return making;
  }

  async #makeInThread(run: NamedRun): Promise<RunReport> {
    const thread = new Worker(threadFile('report-thread'), { name: 'testpoint-report', execArgv: [] });
    const tell = (input: ReportInput) => thread.postMessage(input);
    try {
      const made = once(thread, 'message');
      made.catch(() => {});
      let results = 0;
      for (let more = true; more; ) {
        const part = await this.#rows(run.id, results);
        tell({ columns: part.columns });
        [results, more] = [part.last, part.more];
      }
      tell({ run, names: this.#names });
      const [texts] = (await made) as [ReportTexts];
      return { version: run.version, results, ...texts };
    } finally {
      await thread.terminate();
    }
  }

  #rows(run: string, after: number) {
    return this.#store.rows(run, { after, limit: EVERYTHING, failed: false });
  }
}

const EVERYTHING = Number.MAX_SAFE_INTEGER;
/** Reports to keep. */
const MOST_KEPT = 3;
