import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import timers from 'node:timers/promises';

const folder = process.env.CONFORMANCE_FOLDER ?? '.';

/** Waits in real time, even if a test fakes the clock. */
export const sleep = timers.setTimeout;

/** How often it was called with a name, in all processes of a run: a retry may run in another process than the first attempt. */
export function times(name: string): number {
  const file = join(folder, `${name}.count`);
  appendFileSync(file, '.');
  return statSync(file).size;
}

/** Leaves a word for the process that watches the run. */
export function say(word: string): void {
  writeFileSync(join(folder, `${word}.word`), '');
}

/** Waits until any process has said a word. */
export async function hear(word: string): Promise<void> {
  while (!existsSync(join(folder, `${word}.word`))) await sleep(5);
}
