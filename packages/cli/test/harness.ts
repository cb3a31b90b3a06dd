import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CatalogContent, type RunningServer, type ServerOptions, startServer } from '@testpoint/reference-server';
import { collect, type Ended } from '../../../scripts/processes.mjs';
import { environment, inProcess } from './in-process.js';

export type { Ended } from '../../../scripts/processes.mjs';
export { inProcess } from './in-process.js';

export const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
export const SUITE = fileURLToPath(new URL('./fixtures/suite.mjs', import.meta.url));

export const SECRET = 'c2VjcmV0LWtleQ==';
export const CONFIGURATION = 'aaaaaaaa-0000-4000-8000-000000000010';
/** A test point for each of the suite's first three tests. */
export const TEST_POINTS = [1, 2, 3].map((number) => ({ configurationGlobalId: 10, testCaseGlobalId: 100 + number }));
const CATALOG: CatalogContent = {
  users: [{ userName: 'anna', secretKey: SECRET }],
  projects: [{ globalId: 1, name: 'Shop' }],
  configurations: [{ globalId: 10, id: CONFIGURATION, projectGlobalId: 1, name: 'Node' }],
  testCases: [1, 2, 3].map((number) => ({
    globalId: 100 + number,
    projectGlobalId: 1,
    name: `Case ${number}`,
    autoTests: [`suite.test.mjs > suite > test ${number}`],
  })),
  testPlans: [{ globalId: 5, projectGlobalId: 1, name: 'Regression', testPoints: TEST_POINTS }],
};

/** Settings for a server with the catalog, in a folder with the test points. */
export function settingsFor({ url }: Pick<RunningServer, 'url'>): Record<string, string> {
  return {
    TMS_URL: url,
    TMS_SECRET_KEY: SECRET,
    TMS_PROJECT_GLOBAL_ID: '1',
    TMS_TEST_PLAN_GLOBAL_ID: '5',
    TMS_TEST_POINTS: 'points.json',
    TMS_CONFIGURATION_ID: CONFIGURATION,
  };
}

/** A reference server, and a folder in which to run `testpoint` with settings for it. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'testpoint-cli-'));
  readonly server: RunningServer;
  /** The server's log, one line per request. */
  readonly log: string[];
  /** Runs of other tests. */
  readonly #earlier: ReadonlySet<string>;

  private constructor(server: RunningServer, log: string[], earlier: ReadonlySet<string> = new Set()) {
    this.server = server;
    this.log = log;
    this.#earlier = earlier;
    this.write('points.json', JSON.stringify(TEST_POINTS));
  }

  static async open(options: Partial<ServerOptions> = {}): Promise<Workplace> {
    const log: string[] = [];
    return new Workplace(
      await startServer({ port: 0, catalog: CATALOG, log: (line) => log.push(line), ...options }),
      log,
    );
  }

  /** A folder of its own with the same server, whose runs so far are not its own. */
  async another(): Promise<Workplace> {
    const runs = await this.runs();
    return new Workplace(this.server, this.log, new Set([...this.#earlier, ...runs.map(({ id }) => id)]));
  }

  get env(): Record<string, string> {
    return settingsFor(this.server);
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  /** Starts `testpoint` in a process of its own. Of our settings, its environment contains only the given ones. */
  start(args: readonly string[], env: Record<string, string> = this.env): ChildProcess {
    return this.node([BIN, ...args], env);
  }

  /** Runs `testpoint` in this process. */
  run(
    args: readonly string[],
    env: Record<string, string> = this.env,
    outputs?: Parameters<typeof inProcess>[3],
  ): Promise<Ended> {
    return inProcess(args, env, this.folder, outputs);
  }

  /** Runs the suite by itself, without `testpoint` around it. */
  suite(args: readonly string[], env: Record<string, string>): Promise<Ended> {
    return ended(this.node([SUITE, ...args], env));
  }

  /** Folders of the sessions that are waiting in the outbox. A session without a journal has been delivered, and is deleted later. */
  waiting(): string[] {
    const outbox = join(this.folder, '.testpoint');
    return readdirSync(outbox).filter((name) => existsSync(join(outbox, name, 'journal.ndjson')));
  }

  async close(): Promise<void> {
    await this.server.close();
    this.clean();
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs of the project from the service, newest first. */
  async runs(): Promise<{ id: string; status: string; testPoints: Record<string, number> }[]> {
    const { stdout } = await this.run(['run', 'list', '--json']);
    const runs: Awaited<ReturnType<Workplace['runs']>> = JSON.parse(stdout);
    return runs.filter(({ id }) => !this.#earlier.has(id));
  }

  node(args: readonly string[], env: Record<string, string>): ChildProcess {
    return this.spawn(process.execPath, args, env);
  }

  spawn(program: string, args: readonly string[], env: Record<string, string>): ChildProcess {
    return startIn(this.folder, program, args, env);
  }
}

/** Starts `testpoint` in a process of its own and in a folder, without starting a server. */
export function startCli(args: readonly string[], env: Record<string, string>, folder: string): ChildProcess {
  return startIn(folder, process.execPath, [BIN, ...args], env);
}

export function startIn(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn(program, args, { cwd, env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] });
}

export function ended(child: ChildProcess): Promise<Ended> {
  return collect(child).ended;
}

/** Resolves when the child has printed the text on standard output. */
export function printed(child: ChildProcess, text: string): Promise<void> {
  let seen = '';
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes(text)) resolve();
    });
  });
}
