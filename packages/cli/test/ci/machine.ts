import { appendFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../../scripts/processes.mjs';

/** The outcome of a job on a CI system. */
export interface JobEnd {
  name: string;
  code: number;
  output: string;
}

/** Commands that prepare a machine. Ours are already prepared. */
const PREPARES = /^npm ci$|^npx playwright install [^&]*$/;

/** A machine of a CI system, with a checkout of the project. */
export class Machine {
  output = '';
  readonly #folder: string;
  readonly #env: Record<string, string>;

  constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Runs a shell script like CI systems do: it stops at the first command that fails. @returns its exit code */
  async run(script: string, env: Record<string, string> = {}): Promise<number> {
    if (PREPARES.test(script.trim())) return 0;
    const { PATH = '', HOME = '' } = process.env;
    const { code, output } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: this.#folder,
      env: { PATH, HOME, NO_COLOR: '1', ...this.#env, ...env },
    });
    this.output += `$ ${script}\n${output}`;
    return code ?? -1;
  }

  /** Copies a folder of the machine to another place, if it exists. */
  keep(path: string, target: string): void {
    const source = join(this.#folder, path);
    if (existsSync(source)) cpSync(source, target, { recursive: true });
  }

  /** Copies a folder to the machine. */
  bring(source: string, path: string): void {
    if (existsSync(source)) cpSync(source, join(this.#folder, path), { recursive: true });
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
