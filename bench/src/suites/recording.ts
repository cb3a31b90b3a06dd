import { readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.js';
import type { Pair } from './measurement.js';

/** All measurements of one invocation, as stored in a file. */
export interface Recording {
  /** The version of this format. */
  format: typeof FORMAT;
  machine: Machine;
  /** The command as typed. */
  command: string;
  /** When it began, ISO 8601. */
  date: string;
  /** How long each test waited, milliseconds. */
  testTime: number;
  /** Versions of the frameworks, by name. */
  versions: Record<string, string>;
  pairs: Pair[];
}

export const FORMAT = 'testpoint-bench-suites/1';

/** Without output, and with times to a thousandth of a millisecond. */
export function writeRecording(file: string, recording: Recording): void {
  const rounded = (key: string, value: unknown) => {
    if (key === 'output') return undefined;
    return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(3)) : value;
  };
  writeFileSync(file, `${JSON.stringify(recording, rounded, 1)}\n`);
}

/** @throws an Error if the file is not a recording */
export function readRecording(file: string): Recording {
  const recording: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isRecording(recording)) return recording;
  throw new Error(`${file} is not a recording by this version of "npm run bench -- suites --out FILE".`);
}

/** The format identifies the type: only this program writes it. */
function isRecording(value: unknown): value is Recording {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
}
