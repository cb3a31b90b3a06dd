import { fileURLToPath } from 'node:url';
import { cleanEnvironment, outputOf } from '../../../scripts/processes.mjs';
import { Remote } from '../remote.js';
import type { BareServerProcess } from './programs/bare-server.js';

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

/** Runs a program in a new process. Resolves with the numbers that it prints as the last line of its standard output. */
export function runProgram<F extends string>(
  program: Program,
  input: object,
  nodeOptions: readonly string[] = [],
): Promise<Record<F, number>> {
  return runNode([...nodeOptions, pathOf(program), JSON.stringify(input)]);
}

/** Runs Node in a new process, without our settings in its environment. */
export async function runNode<F extends string>(args: readonly string[]): Promise<Record<F, number>> {
  const stdout = await outputOf(process.execPath, args, { env: cleanEnvironment() });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** The bare server, in its own process: `await using server = …`. */
export async function startBareServer() {
  const process = new Remote<BareServerProcess>(pathOf('bare-server'), [], { env: cleanEnvironment() });
  return {
    url: await process.call('start'),
    /** What arrived since the last call. */
    counts: () => process.call('counts'),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

export type BareServer = Awaited<ReturnType<typeof startBareServer>>;

function pathOf(program: Program): string {
  return fileURLToPath(new URL(`./micro/${program}.js`, import.meta.url));
}
