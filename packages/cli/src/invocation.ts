import { AsyncLocalStorage } from 'node:async_hooks';
import type { StdioOptions } from 'node:child_process';
import { relative, resolve } from 'node:path';

/** Standard output or standard error. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * One call of the command line, and all that a command may know of the process around it. `bin.ts` makes it from the real
 * process. Several can run at once in one process, in other folders and with other environments.
 */
export interface Invocation {
  /** The arguments, beginning with the command. */
  readonly args: readonly string[];
  /** The working folder. Throws if it is deleted. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: { readonly isTTY?: boolean; on?(event: 'data', listener: () => void): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  /** When it started, by `performance.now`. */
  readonly startedAt: number;
  /** What the programs get that a command runs in its place. */
  readonly stdio: StdioOptions;
  exitCode: number;
  /** Called for each signal that would end the process, which it then does not. @returns stops listening */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Ends the process, whatever it still has to do: as the signal does, or with the exit code. */
  end(signal?: NodeJS.Signals): void;
}

const current = new AsyncLocalStorage<Invocation>();

/** The call in which the caller runs. */
export function invocation(): Invocation {
  const found = current.getStore();
  if (found === undefined) throw new Error('outside-of-runIn');
  return found;
}

export function runIn<T>(given: Invocation, work: () => T): T {
  return current.run(given, work);
}

/** Undefined if it is deleted. */
export function workingFolder(): string | undefined {
  try {
    return invocation().folder;
  } catch {
    return undefined;
  }
}

/** A path that the user gave. */
export function absolute(...parts: readonly string[]): string {
  return resolve(invocation().folder, ...parts);
}

/** A path as the user would type it. */
export function shortened(path: string): string {
  const short = relative(invocation().folder, path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

/** Resolves at the first signal that would end the process. */
export async function untilSignal(): Promise<void> {
  let stop = () => {};
  await new Promise<void>((end) => {
    stop = invocation().onSignal(() => end());
  });
  stop();
}
