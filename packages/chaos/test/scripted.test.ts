import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { runJournals } from '../src/journals/run-journals.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { SCRIPTED_COLUMN } from '../src/matrix/scripted-column.js';
import type { PartReport } from '../src/scenario/run-scenarios.js';
import { runSeeds } from '../src/scenario/run-seeds.js';
import { runFlushesBeside } from '../src/trials/flushes-beside.js';
import { runKills } from '../src/trials/kills.js';
import { runShards } from '../src/trials/shards.js';

/** `npm test` takes every seventh one. */
const kinds = FAULT_KINDS.filter((_, index) => IS_LONG || index % 7 === 0);
const [KILLS, RESULTS, SHARD, SEEDS, JOURNALS] = IS_LONG ? [50, 2_000, 200, 50, 60] : [4, 100, 20, 2, 3];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const column = SCRIPTED_COLUMN;
const PARTS: Record<string, () => Promise<PartReport>> = {
  'no kind of fault loses a result or changes the exit code': () =>
    runMatrix({ kinds, columns: [column], atOnce: 6, folder }),
  'a suite killed at any moment loses no announced result': () =>
    runKills({ column, seed: 1, count: KILLS, atOnce: 4, folder }),
  'repeated flushes of a running suite deliver nothing twice': () => runFlushesBeside(RESULTS, folder),
  'eight shards that report to one run, two of them killed, lose nothing and complete it once': () =>
    runShards(SHARD, folder),
  'nothing is lost, whatever fails': () => runSeeds({ first: 1, count: SEEDS, atOnce: 8, folder }),
  'flushes of damaged journals end, keep undelivered lines, and say so': () =>
    runJournals({ seed: 1, seeds: JOURNALS, atOnce: 1, folder, say: () => {} }),
};

// Most of them wait most of the time.
it.concurrent.each(Object.entries(PARTS))('%s', { timeout: 600_000 }, async (_, run) => {
  const { summary, ran, failures } = await run();
  console.log(summary);
  expect(failures).toEqual([]);
  expect(ran).toBeGreaterThan(0);
});
