import type { Delivery, NewRun } from '../store.js';
import type { Synchronous } from './database.js';
import type { Engine } from './engine.js';
import type { PackedPoints, PackedResults } from './packed.js';

/** What the database's thread is started with. */
export interface ThreadData {
  file: string;
  synchronous: Synchronous;
}

/** A call of the engine in the thread, with a number that its answer repeats, and when it was made. */
export type Call = { number: number; made: number } & (
  | { method: 'createRun'; run: Omit<NewRun, 'points'>; points: PackedPoints }
  | { method: 'addResults'; run: string; delivery: Omit<Delivery, 'results'>; results: PackedResults }
  | { method: PlainMethod; args: unknown[] }
);

/** Methods whose parameters are sent as they are. */
export type PlainMethod = Exclude<keyof Engine, 'createRun' | 'addResults'>;

/**
 * What the thread says: an answer, and how long the call had waited until the thread began with it, seconds. With the number 0:
 * that the database is open or can't be opened.
 */
export type Answer = { number: number; waited: number } & ({ value: unknown } | { error: SentError });

/** The time on a clock that all threads share, seconds. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e9;
}

/** An error on its way to another thread, which would lose its code. */
export interface SentError {
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

export function toSend(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, code: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, stack: error.stack, code };
}

export function asError({ message, stack, code }: SentError): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
