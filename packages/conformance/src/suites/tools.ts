import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import timers from 'node:timers/promises';

const folder = process.env.CONFORMANCE_FOLDER ?? '.';

/** Real time, whatever becomes of the clock. */
export const sleep = timers.setTimeout;

/** How often it was called with a name, in all processes of a run together: a retry may run in another than the first try. */
export function times(name: string): number {
  const file = join(folder, `${name}.count`);
  appendFileSync(file, '.');
  return statSync(file).size;
}

/** Leaves word for the process that watches the run. */
export function say(word: string): void {
  writeFileSync(join(folder, `${word}.word`), '');
}

/** Waits until a word is said, in whatever process. */
export async function hear(word: string): Promise<void> {
  while (!existsSync(join(folder, `${word}.word`))) await sleep(5);
}
