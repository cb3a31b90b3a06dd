import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement } from './measurement.js';
import { BareServer, runProgram } from './processes.js';
import { differences, spread } from './statistics.js';

const SIZES = [0, 2_000, 50_000];
const FIGURES = ['rss', 'heap', 'peak'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

/** Measures how much memory a session adds to the process that runs the tests. */
export const memory: Measurement = {
  title: 'Memory',
  async run({ repeats }) {
    const sizes = SIZES.map((tests) => ({ tests, ours: [] as Figures[], bare: [] as Figures[] }));
    await inTemporaryFolder(async (folder) => {
      const server = await BareServer.start();
      for (let turn = 0; turn < repeats; turn++) {
        for (const { tests, ours, bare } of sizes) {
          const idRoot = join(folder, `${tests}-${turn}`);
          mkdirSync(idRoot);
          const collecting = ['--expose-gc'];
          ours.push(await runProgram('memory', { tests, url: server.url, idRoot }, FIGURES, collecting));
          bare.push(await runProgram('memory', { tests, idRoot }, FIGURES, collecting));
        }
      }
      await server.stop();
    });
    const added = (ours: readonly Figures[], bare: readonly Figures[], figure: keyof Figures) =>
      spread(
        differences(
          ours.map((run) => run[figure]),
          bare.map((run) => run[figure]),
        ),
      );
    const rows = sizes.map(({ tests, ours, bare }) => [
      tests.toLocaleString('en-US'),
      spread(bare.map(({ rss }) => rss)),
      added(ours, bare, 'rss'),
      added(ours, bare, 'peak'),
      added(ours, bare, 'heap'),
    ]);
    return `MiB. A process creates records of this many tests with 5 steps, about 10 per millisecond, and keeps none of them. It runs with a
session that records and delivers them, and without a session. All figures except the peak are taken after a garbage collection of
the main thread. Resident memory includes the delivery thread; the heap is that of the main thread. Target: at most 20 MiB fixed, and
5 MiB more at 50,000 tests.

${table(['tests', 'resident without a session', 'added by a session', 'added to the peak', 'added to the heap'], rows)}`;
  },
};
