import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from '@testpoint/reference-server';
import { writeProject } from '../../../../scripts/projects.mjs';
import { BIN, CATALOG, SUITE, settingsFor, TEST_POINTS } from '../../../cli/test/harness.js';
import { type Loopback, listen } from '../../../core/test/loopback.js';
import { run } from '../processes.js';

const IN_TURN = fileURLToPath(new URL('../../test/fixtures/in-turn.mjs', import.meta.url));
/** With more in one process, the other core would be idle. */
const AT_MOST = 8;

export type Environment = Record<string, string>;

interface Place {
  env?: Environment;
  files?: Record<string, string>;
  /** Folders of packages, by name. */
  links?: Record<string, string>;
  /** Default: a new one with the files. */
  folder?: string;
}

/** A reference server, and folders in which processes run against it. */
export class Bench {
  readonly #server: RunningServer;
  readonly #others: Loopback[] = [];
  readonly #inTurn = new InTurn();
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-messages-')));
  #folders = 0;

  private constructor(server: RunningServer) {
    this.#server = server;
  }

  static async open(): Promise<Bench> {
    return new Bench(await startServer({ port: 0, catalog: CATALOG }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#server, ...this.#others].map((server) => server.close()));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Address of a service with scripted answers. */
  async service(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    const other = await listen(server, () => server.closeAllConnections());
    this.#others.push(other);
    return other.url;
  }

  /** A new folder. */
  folder({ files = {}, links = {} }: Place = {}): string {
    const folder = join(this.#folder, String(++this.#folders));
    writeProject(folder, { 'points.json': JSON.stringify(TEST_POINTS), ...files }, links);
    return folder;
  }

  /** Runs `testpoint`. @returns its output */
  cli(words: string, place: Place = {}): Promise<string> {
    return this.#inTurn.print({ args: [BIN, ...words.split(' ')], ...this.#at(place) });
  }

  /** Runs a suite of passing tests with a given ending (packages/cli/test/fixtures/suite.mjs). */
  suite(tests: number, place?: Place, ending = 'close'): Promise<string> {
    return this.node([SUITE, String(tests), ending], place);
  }

  async node(args: readonly string[], place: Place = {}): Promise<string> {
    const { stdout, stderr } = await run({ args, ...this.#at(place) });
    return `${stdout}\n${stderr}`;
  }

  #at(place: Place): { cwd: string; env: Environment } {
    // A package manager's variables would affect every folder.
    const env = { NODE_PATH: '', ...settingsFor(this.#server), ...place.env };
    return { cwd: place.folder ?? this.folder(place), env };
  }
}

/** A program to run, and its folder. */
interface Job {
  args: readonly string[];
  cwd: string;
  env: Environment;
}

/**
 * Runs programs that are requested at the same time in a few processes, because starting a process takes longer than most
 * programs.
 */
class InTurn {
  #batch: Job[] | undefined;
  #outputs: Promise<string[]> | undefined;

  /** @returns the output of the program */
  async print(job: Job): Promise<string> {
    if (this.#batch === undefined || this.#batch.length === AT_MOST) {
      this.#batch = [];
      this.#outputs = this.#run(this.#batch);
    }
    const outputs = this.#outputs;
    const index = this.#batch.push(job) - 1;
    return (await outputs)?.[index] ?? '';
  }

  async #run(batch: Job[]): Promise<string[]> {
    await setImmediate();
    if (this.#batch === batch) this.#batch = undefined;
    const { stdout, stderr } = await run({
      args: [IN_TURN, JSON.stringify(batch)],
      cwd: tmpdir(),
      env: { NODE_PATH: '' },
    });
    const errors = stderr.split('\0');
    return stdout.split('\0').map((output, index) => `${output}\n${errors[index]}`);
  }
}
