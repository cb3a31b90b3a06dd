import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, type Ended, run } from '../../../../scripts/processes.mjs';
import { writeProject } from '../../../../scripts/projects.mjs';
import { inProcess } from '../../../cli/test/in-process.js';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
export const CLI: string = join(packages, 'cli/dist/bin.js');

export interface ExecEnded {
  code: number | null;
  output: string;
  /** Names of the test bodies and hooks that ran, sorted. */
  ran: string[];
}

/** A project with an npm script, whose test bodies note that they ran. */
export class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-selection-')));
  readonly #script: string;
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param modules package by name in `node_modules`, each a path below `packages`
   * @param files by name; `package.json` has the script `test`
   */
  constructor(modules: Record<string, string>, script: string, files: Record<string, string>, env: NodeJS.ProcessEnv) {
    this.#script = script;
    this.#env = env;
    const links = Object.entries(modules).map(([name, target]) => [name, realpathSync(join(packages, target))]);
    const manifest = JSON.stringify({ scripts: { test: script } });
    writeProject(this.folder, { 'package.json': manifest, ...files }, Object.fromEntries(links));
  }

  write(name: string, content: string): void {
    writeProject(this.folder, { [name]: content });
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { recursive: true });
  }

  /** A copy of the project as it is now. */
  copy(): Place {
    const copy = new Place({}, this.#script, {}, this.#env);
    cpSync(this.folder, copy.folder, { recursive: true, verbatimSymlinks: true });
    return copy;
  }

  /** Runs `testpoint exec …options -- ` and the script, without npm, which takes longer than a small suite. */
  exec(options: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    const needsShell = /[&"']/.test(this.#script);
    if (needsShell && process.platform === 'win32') return this.execNpm(options, env);
    const command = needsShell ? ['sh', '-c', this.#script] : this.#script.split(' ').filter((word) => word !== '');
    return this.cli(['exec', ...options, '--', ...command], env);
  }

  /** Runs `testpoint exec …options -- npm test`. */
  execNpm(options: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    return this.cli(['exec', ...options, '--', 'npm', 'test', '--silent'], env);
  }

  /** Runs `testpoint` in this process. */
  cli(args: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    return this.#ended(env, (whole) => inProcess(args, whole, this.folder));
  }

  /** Runs `testpoint` in a process of its own, which may be killed. */
  apart(args: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    return this.#ended(env, (whole) => run(process.execPath, [CLI, ...args], { cwd: this.folder, env: whole }));
  }

  async #ended(env: NodeJS.ProcessEnv, start: (env: NodeJS.ProcessEnv) => Promise<Ended>): Promise<ExecEnded> {
    const log = join(this.folder, 'ran.txt');
    rmSync(log, { force: true });
    const { code, output } = await start({ ...cleanEnvironment(), RAN: log, ...this.#env, ...env });
    return { code, output, ran: linesOf(log).sort() };
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
