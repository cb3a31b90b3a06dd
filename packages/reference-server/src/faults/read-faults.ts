import { readFileSync } from 'node:fs';
import { checkFaults } from './check-faults.js';
import type { Faults } from './faults.js';

/** Reads faults from a JSON file. Throws an Error that names the file and the mistake. */
export function readFaults(file: string): Faults {
  try {
    const faults: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    checkFaults(faults);
    return faults;
  } catch (cause) {
    throw new Error(`Cannot use the faults in ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
