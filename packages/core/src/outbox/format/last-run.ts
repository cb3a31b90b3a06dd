import { join } from 'node:path';
import { parseJson } from '../../built-ins/language.js';
import type { SelectedTest, SuiteName } from '../../in-test/selection.js';
import { readText } from './plain-files.js';

/** `last-run.ndjson` in an outbox: what `testpoint exec --only failed` runs again. */
export interface LastRun {
  lastRun: typeof LAST_RUN_FORMAT;
  /** Changes whenever `testpoint exec` runs a command whole. Suites of an earlier one have not started since. */
  run: string;
  suites: LastSuite[];
}

export interface LastSuite {
  name: SuiteName;
  /** The `run` in which the suite last ended. */
  run: string;
  /** When it was written, epoch milliseconds; 0 if absent. */
  at?: number;
  /** Whether it is from another outbox, and the suite has not ended here since. */
  isAdopted?: true;
  files: LastFile[];
  /** Whether it has more files, which were to run and did not. */
  hasUnrun?: true;
}

/** A known test file. Its tests that are not listed here have passed or were skipped when they last ran. */
export interface LastFile {
  project?: string;
  file: string;
  tests: LastTest[];
}

export type LastTest = [state: 'failed' | 'blocked', ...test: SelectedTest];

export const LAST_RUN_FORMAT = 1;

export function lastRunPath(outbox: string): string {
  return join(outbox, 'last-run.ndjson');
}

/** Bytes; about a million failed tests. */
const LIMIT = 256 * 1024 * 1024;

export function noLastRun(): LastRun {
  return { lastRun: LAST_RUN_FORMAT, run: '', suites: [] };
}

/** Undefined without a file that this version can read. */
export function readLastRun(path: string): LastRun | undefined {
  try {
    const read = parseJson(readText(path, LIMIT)) as Partial<LastRun>;
    return read.lastRun === LAST_RUN_FORMAT ? (read as LastRun) : undefined;
  } catch {
    return undefined;
  }
}
