import { readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.js';
import type { Pair } from './measurement.js';

/** Everything that was measured in one go, as it is kept in a file. */
export interface Recording {
  /** Of this shape. */
  format: typeof FORMAT;
  machine: Machine;
  /** What was typed. */
  command: string;
  /** When it began, ISO 8601. */
  date: string;
  /** How long each test waited, milliseconds. */
  testTime: number;
  /** Of the frameworks, by name. */
  versions: Record<string, string>;
  pairs: Pair[];
}

export const FORMAT = 'testpoint-bench-suites/1';

/** Without what was printed; times to a thousandth of a millisecond. */
export function writeRecording(file: string, recording: Recording): void {
  const rounded = (key: string, value: unknown) => {
    if (key === 'output') return undefined;
    return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(3)) : value;
  };
  writeFileSync(file, `${JSON.stringify(recording, rounded, 1)}\n`);
}

/** @throws an Error when the file is no recording. */
export function readRecording(file: string): Recording {
  const recording: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isRecording(recording)) return recording;
  throw new Error(`${file} is no recording of this version's "npm run bench -- suites --out FILE".`);
}

/** The format names the shape: nothing but this program writes it. */
function isRecording(value: unknown): value is Recording {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
}
