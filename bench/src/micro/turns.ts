import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../temporary-folder.js';
import { type BareServer, startBareServer } from './processes.js';

/** Options of all measurements of this part, with their defaults. */
export const SIZES = {
  /** How often to measure each thing; compared things take turns. */
  repeats: 7,
  /** Number of results in a journal whose delivery is compared with the bare loop. */
  results: 100_000,
  /** Number of results in a larger journal. */
  large: 800_000,
  /** Number of small attachments (2 KiB). */
  smallFiles: 2_000,
  /** Size of the large attachment, MiB. */
  largeFile: 1024,
};
export type MicroOptions = typeof SIZES;

/** One measurement, with its heading. */
export interface Measurement {
  title: string;
  /** The results as Markdown, without the heading. */
  run(options: MicroOptions): Promise<string>;
}

/** Measures one case once, with a bare server and an empty folder. */
export type Turn<Run> = (server: BareServer, folder: string) => Promise<Run>;

/** Measures every case this often, by turns. @returns the runs of each case */
export function byTurns<Run>(repeats: number, cases: readonly Turn<Run>[]): Promise<Run[][]> {
  return inTemporaryFolder(async (folder) => {
    await using server = await startBareServer();
    const runs = cases.map((): Run[] => []);
    for (let turn = 0; turn < repeats; turn++) {
      for (const [index, measure] of cases.entries()) {
        const own = join(folder, `${turn}-${index}`);
        mkdirSync(own);
        runs[index]?.push(await measure(server, own));
      }
    }
    return runs;
  });
}
