import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { Attachments } from '../../attachments.js';
import type { Page } from '../../database/page.js';
import type { Entry, Store } from '../../database/store.js';
import { parts } from '../../inspection.js';
import { ProblemError } from '../../problem.js';
import { threadFile } from '../../thread-file.js';
import { version } from '../../version.js';
import type { NamedRun, NamedRuns } from '../named-runs.js';
import type { ReceivedResult } from './stored-source.js';
import type { DownloadInput, DownloadOutput, Form } from './thread.js';

/** Writes runs as offline reports, one at a time: each needs space on the disk, and a processor. */
export class Downloads {
  readonly #store: Store;
  readonly #attachments: Attachments;
  readonly #runs: NamedRuns;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, attachments: Attachments, runs: NamedRuns) {
    this.#store = store;
    this.#attachments = attachments;
    this.#runs = runs;
  }

  /**
   * Calls `use` with the file, which is deleted afterwards. Others wait until the file is there.
   * @param signal aborts when the client has gone
   */
  async with<T>(run: NamedRun, form: Form, signal: AbortSignal, use: (path: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'testpoint-download-'));
    try {
      const made = this.#last.then(() => this.#write(folder, run, form, signal));
      this.#last = made.catch(() => {});
      return await use(await made);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #write(folder: string, run: NamedRun, form: Form, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const thread = new Worker(threadFile('download-thread'), {
      name: 'testpoint-download',
      execArgv: [],
      workerData: { folder, tool: `@testpoint/reference-server ${version()}` },
    });
    const tell = (input: DownloadInput) => thread.postMessage(input);
    const ask = async (input: DownloadInput) => {
      const answer = once(thread, 'message', { signal });
      tell(input);
      const [output] = (await answer) as [DownloadOutput];
      return output;
    };
    try {
      const brought = new Set<string>();
      const read = (page: Page) => this.#store.results(run.id, { ...page, latest: true, bodies: true });
      for await (const { elements } of parts(read)) {
        const output = await ask({ results: elements.map(received) });
        for (const id of 'wanted' in output ? output.wanted : []) {
          if (brought.has(id)) continue;
          brought.add(id);
          await this.#bring(id, folder, signal, tell);
        }
      }
      const output = await ask({ run, names: await this.#runs.configurationNames(), form });
      return 'path' in output ? output.path : '';
    } finally {
      await thread.terminate();
    }
  }

  /** Brings the content of an attachment. One that the server does not have is missing in the report. */
  async #bring(id: string, folder: string, signal: AbortSignal, tell: (input: DownloadInput) => void): Promise<void> {
    try {
      const attachment = await this.#attachments.find(id);
      const content = await this.#attachments.open(attachment);
      await pipeline(content, createWriteStream(join(folder, 'files', id)), { signal });
      tell({ attachment });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}

function received({ externalId, configurationId, outcome, session, body = new Uint8Array() }: Entry): ReceivedResult {
  // A copy: sending a view sends all bytes behind it.
  return { externalId, configurationId, outcome, session, body: new Uint8Array(body) };
}
