import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../../scripts/processes.mjs';

/** The outcome of a job on a CI system. */
export interface JobEnd {
  name: string;
  code: number;
  output: string;
}

/** Commands that prepare a machine. Ours are already prepared. */
const PREPARED = /^npm (?:ci|install)$|^npx playwright install /;

/** What is tried on CI systems. */
export interface Repository {
  /** Its folder. */
  repository: string;
  path: string;
  /** Commands of which its machines have already done the work. */
  prepared?: RegExp;
  /** @returns the folder of a new checkout */
  checkout(): string;
}

/** A machine of a CI system, with a checkout of the project. */
export class Machine {
  output = '';
  readonly #folder: string;
  readonly #env: Record<string, string>;
  readonly #prepared: RegExp;

  constructor(folder: string, env: Record<string, string>, prepared = PREPARED) {
    this.#folder = folder;
    this.#env = env;
    this.#prepared = prepared;
  }

  /** Runs a shell script like CI systems do: it stops at the first command that fails. @returns its exit code */
  async run(script: string, env: Record<string, string> = {}, folder = '.'): Promise<number> {
    const unprepared = (line: string) => line.split(' && ').filter((command) => !this.#prepared.test(command.trim()));
    const left = script.split('\n').map((line) => unprepared(line).join(' && '));
    if (left.every((line) => line.trim() === '')) return 0;
    const { PATH = '', HOME = '' } = process.env;
    const { code, output } = await run('bash', ['-e', '-c', left.join('\n')], {
      cwd: join(this.#folder, folder),
      env: { PATH, HOME, NO_COLOR: '1', ...this.#env, ...env },
    });
    this.output += `$ ${script}\n${output}`;
    return code ?? -1;
  }

  /** Runs the lines of a script in one shell. @returns its exit code */
  runAll(lines: readonly string[]): Promise<number> {
    return this.run(lines.join('\n'));
  }

  /** Where a file of the machine is. */
  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Copies a folder of the machine to another place, if it exists. */
  keep(path: string, target: string): void {
    const source = join(this.#folder, path);
    if (existsSync(source)) cpSync(source, target, { recursive: true });
  }

  /** Copies a folder to the machine, or those in it whose names begin so. */
  bring(source: string, path: string, prefix = ''): void {
    for (const name of existsSync(source) ? readdirSync(source) : []) {
      if (name.startsWith(prefix)) cpSync(join(source, name), join(this.#folder, path, name), { recursive: true });
    }
  }

  /** Copies a file from the newest entry of a cache whose key begins so. */
  restore(cache: string, prefix: string, path: string): void {
    const keys = existsSync(cache) ? readdirSync(cache).filter((key) => key.startsWith(prefix)) : [];
    const source = join(cache, keys.sort().at(-1) ?? '', path);
    if (keys.length > 0 && existsSync(source)) cpSync(source, join(this.#folder, path));
  }

  /** Reads a file of NAME=VALUE lines that the machine has written. */
  variables(path: string): Record<string, string> {
    appendFileSync(join(this.#folder, path), '');
    const lines = readFileSync(join(this.#folder, path), 'utf8').trim().split('\n');
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }
}

/** Every combination of the values of a matrix. */
export function combinations(matrix: Record<string, unknown[]>): Record<string, string>[] {
  return Object.entries(matrix).reduce<Record<string, string>[]>(
    (some, [key, values]) => some.flatMap((one) => values.map((value) => ({ ...one, [key]: String(value) }))),
    [{}],
  );
}
