import { fileURLToPath } from 'node:url';
import { cleanEnvironment, outputOf } from '../../../scripts/processes.mjs';
import { Remote } from '../remote.js';
import type { BareServerProcess, Counts } from './programs/bare-server.js';

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
  const printed: Record<F, number> = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const missing = figures.find((figure) => typeof printed[figure] !== 'number');
  if (missing !== undefined) throw new Error(`no "${missing}" in ${stdout}`);
  return printed;
}

/** The bare server, in its own process. */
export class BareServer implements AsyncDisposable {
  readonly url: string;
  readonly #process: Remote<BareServerProcess>;

  private constructor(process: Remote<BareServerProcess>, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(): Promise<BareServer> {
    const process = new Remote<BareServerProcess>(pathOf('bare-server'), [], { env: cleanEnvironment() });
    return new BareServer(process, await process.call('start'));
  }

  /** What arrived since the last call. */
  counts(): Promise<Counts> {
    return this.#process.call('counts');
  }

  /** Ends it: `await using server = …`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#process.end();
  }
}

function pathOf(program: Program): string {
  return fileURLToPath(new URL(`./micro/${program}.js`, import.meta.url));
}
