import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import type { Measurement } from './measurement.js';
import { BareServer, runProgram } from './processes.js';
import { spread } from './statistics.js';

const MOST_REPEATS = 3;

/** Measures the cost of a session while tests are slow. */
export const idle: Measurement = {
  title: 'An idle session',
  async run({ repeats, idle: seconds }) {
    const ours: number[] = [];
    const bare: number[] = [];
    await inTemporaryFolder(async (folder) => {
      const server = await BareServer.start();
      for (let turn = 0; turn < Math.min(repeats, MOST_REPEATS); turn++) {
        const idRoot = join(folder, `${turn}`);
        mkdirSync(idRoot);
        const figures = ['cpuPerMinute'] as const;
        ours.push((await runProgram('idle', { seconds, url: server.url, idRoot }, figures)).cpuPerMinute);
        bare.push((await runProgram('idle', { seconds, idRoot }, figures)).cpuPerMinute);
      }
      await server.stop();
    });
    return `CPU time of the whole process per minute while nothing is recorded, measured over ${seconds} s.

${table(
  ['process', 'CPU, ms per minute'],
  [
    ['with a session', spread(ours)],
    ['with a bare worker thread', spread(bare)],
  ],
)}`;
  },
};
