import type { Delivery, NewRun } from '../store.js';
import type { Synchronous } from './database.js';
import type { Engine } from './engine.js';
import type { PackedPoints, PackedResults } from './packed.js';
import type { Reader } from './reader.js';

/** The `workerData` of the database's thread. */
export interface ThreadData {
  role: 'writer' | 'reader';
  file: string;
  synchronous: Synchronous;
}

/** A call to the engine or the reader in the thread, with a number that the answer repeats, and when it was made. */
export type Call = { number: number; made: number } & (
  | { method: 'createRun'; run: Omit<NewRun, 'points'>; points: PackedPoints[] }
  | { method: 'addResults'; run: string; delivery: Omit<Delivery, 'results'>; results: PackedResults }
  | { method: 'deleteRun'; run: string }
  | { method: PlainMethod | keyof Reader; args: unknown[] }
);

/** Methods whose parameters are sent unchanged. */
export type PlainMethod = Exclude<keyof Engine, 'createRun' | 'addResults' | 'deleteRun'>;

/**
 * A message from the thread: an answer, and how many seconds the call waited for the thread. With the number 0, it says whether
 * the database could be opened.
 */
export type Answer = { number: number; waited: number } & ({ value: unknown } | SentError);

/** What the thread says while it upgrades the file, before its first answer. */
export interface Progress {
  progress: string;
}

/** The time in seconds, by a clock that all threads share. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e9;
}

/** An error, and its code, which it loses on the way to another thread. */
export interface SentError {
  error: unknown;
  code: unknown;
}

export function toSend(error: unknown): SentError {
  return { error, code: error instanceof Error && 'code' in error ? error.code : undefined };
}

export function asError({ error, code }: SentError): Error {
  return Object.assign(error instanceof Error ? error : new Error(String(error)), code !== undefined && { code });
}
