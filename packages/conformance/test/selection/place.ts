import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../src/processes.js';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const CLI = join(packages, 'cli/dist/bin.js');

export interface ExecEnded {
  code: number | null;
  output: string;
  /** Names of the test bodies and hooks that ran, sorted. */
  ran: string[];
}

/** A project with an npm script, whose test bodies note that they ran. */
export class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-selection-')));
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param modules package by name in `node_modules`, each a path below `packages`
   * @param files by name; `package.json` has the script `test`
   */
  constructor(modules: Record<string, string>, script: string, files: Record<string, string>, env: NodeJS.ProcessEnv) {
    this.#env = env;
    for (const [name, target] of Object.entries(modules)) {
      const path = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(realpathSync(join(packages, target)), path, 'junction');
    }
    this.write('package.json', JSON.stringify({ scripts: { test: script } }));
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), content);
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { recursive: true });
  }

  /** Runs `testpoint exec …options -- npm test`. */
  exec(options: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    const log = join(this.folder, 'ran.txt');
    rmSync(log, { force: true });
    return this.cli(['exec', ...options, '--', 'npm', 'test', '--silent'], env);
  }

  /** Runs `testpoint`. */
  cli(args: string[], env: NodeJS.ProcessEnv = {}): Promise<ExecEnded> {
    const log = join(this.folder, 'ran.txt');
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: { ...cleanEnvironment(), RAN: log, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, output, ran: linesOf(log).sort() }));
    });
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
