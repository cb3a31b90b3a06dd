import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@testpoint/reference-server';
import { writeProject } from '../../../../scripts/projects.mjs';
import { BIN, CATALOG, CONFIGURATION, SECRET, SUITE, TEST_POINTS } from '../../../cli/test/harness.js';
import { run } from '../processes.js';
import { InTurn } from './in-turn.js';

export type Environment = Record<string, string>;

interface Place {
  env?: Environment;
  files?: Record<string, string>;
  /** Folders of packages, by name. */
  links?: Record<string, string>;
}

/** A reference server, and folders in which processes run against it. */
export class Bench {
  readonly #server: RunningServer;
  readonly #others: Server[] = [];
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
    for (const other of this.#others) {
      other.close();
      other.closeAllConnections();
    }
    await this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Address of a service with scripted answers. */
  async service(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    this.#others.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A new folder. */
  folder({ files = {}, links = {} }: Place = {}): string {
    const folder = join(this.#folder, String(++this.#folders));
    writeProject(folder, { 'points.json': JSON.stringify(TEST_POINTS), ...files }, links);
    return folder;
  }

  /** Runs `testpoint`. @returns its output */
  cli(args: readonly string[], place: Place = {}, folder = this.folder(place)): Promise<string> {
    return this.#inTurn.print({ args: [BIN, ...args], cwd: folder, env: { ...this.#env, ...place.env } });
  }

  /** Runs a suite under `testpoint exec`, which measures time from the start of its process. */
  exec(tests: number, env: Environment): Promise<string> {
    return this.node([BIN, 'exec', '--', process.execPath, SUITE, String(tests), 'close'], { env });
  }

  /** Runs a suite of passing tests with a given ending (packages/cli/test/fixtures/suite.mjs). */
  suite(tests: number, place?: Place, folder?: string, ending = 'close'): Promise<string> {
    return this.node([SUITE, String(tests), ending], place, folder);
  }

  async node(args: readonly string[], place: Place = {}, folder = this.folder(place)): Promise<string> {
    const { stdout, stderr } = await run({ args, cwd: folder, env: { ...this.#env, ...place.env } });
    return `${stdout}\n${stderr}`;
  }

  get #env(): Environment {
    return {
      // A package manager's variables would affect every folder.
      NODE_PATH: '',
      TMS_URL: this.#server.url,
      TMS_SECRET_KEY: SECRET,
      TMS_PROJECT_GLOBAL_ID: '1',
      TMS_TEST_PLAN_GLOBAL_ID: '5',
      TMS_TEST_POINTS: 'points.json',
      TMS_CONFIGURATION_ID: CONFIGURATION,
    };
  }
}
