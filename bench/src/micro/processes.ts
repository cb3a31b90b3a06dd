import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, outputOf, start } from '../../../scripts/processes.mjs';

/** Programs of this part, each built into a separate file next to this one. */
type Program =
  | 'bare-posts'
  | 'bare-server'
  | 'bare-uploads'
  | 'flush'
  | 'leave-journal'
  | 'memory'
  | 'record'
  | 'start-up';

/**
 * Runs a program in a new process.
 * @param figures names of the numbers that it prints as the last line of its standard output
 */
export function runProgram<F extends string>(
  program: Program,
  input: object,
  figures: readonly F[],
  nodeOptions: readonly string[] = [],
): Promise<Record<F, number>> {
  return runNode([...nodeOptions, pathOf(program), JSON.stringify(input)], figures);
}

/** Runs Node in a new process, without our settings in its environment. */
export async function runNode<F extends string>(
  args: readonly string[],
  figures: readonly F[],
): Promise<Record<F, number>> {
  const stdout = await outputOf(process.execPath, args, { env: cleanEnvironment() });
  return numbersIn(stdout.trim().split('\n').at(-1) ?? '', figures);
}

const COUNTS = ['results', 'resultBytes', 'posts', 'uploads', 'uploadBytes', 'firstResultAt'] as const;

/** The bare server, in its own process. */
export class BareServer {
  readonly url: string;
  #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<BareServer> {
    const { child } = start(process.execPath, [pathOf('bare-server')], { env: cleanEnvironment() });
    const [line] = await once(createInterface(child.stdout as Readable), 'line');
    const { port } = numbersIn(String(line), ['port']);
    return new BareServer(child, `http://127.0.0.1:${port}`);
  }

  /** What arrived since the last call. Bytes are those of bodies; `firstResultAt` is in epoch milliseconds. */
  async counts(): Promise<Record<(typeof COUNTS)[number], number>> {
    const answer = await fetch(`${this.url}/counts`);
    return numbersIn(await answer.text(), COUNTS);
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await once(this.#child, 'close');
  }
}

function pathOf(program: Program): string {
  return fileURLToPath(new URL(`./micro/${program}.js`, import.meta.url));
}

function numbersIn<F extends string>(text: string, figures: readonly F[]): Record<F, number> {
  const value: unknown = JSON.parse(text);
  const found = Object.create(null) as Record<F, number>;
  for (const figure of figures) {
    const number = (value as Partial<Record<string, unknown>> | null)?.[figure];
    if (typeof number !== 'number') throw new Error(`no "${figure}" in ${text}`);
    found[figure] = number;
  }
  return found;
}
