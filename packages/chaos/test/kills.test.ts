import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { SCRIPTED_COLUMN } from '../src/matrix/scripted-column.js';
import { runFlushesBeside } from '../src/trials/flushes-beside.js';
import { runKills } from '../src/trials/kills.js';
import { runShards } from '../src/trials/shards.js';

const [KILLS, RESULTS, SHARD] = IS_LONG ? [50, 2_000, 200] : [4, 100, 20];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a suite killed at any moment loses no announced result', async () => {
  const { summary, failures } = await runKills({ column: SCRIPTED_COLUMN, seed: 1, count: KILLS, atOnce: 4, folder });
  console.log(summary);
  expect(failures).toEqual([]);
});

it('two repeated flushes of a running suite deliver nothing twice', async () => {
  const { summary, failures, flushes } = await runFlushesBeside(RESULTS, folder);
  console.log(summary);
  expect(failures).toEqual([]);
  expect(summary).toContain(`${RESULTS} results announced, 0 lost, 0 duplicates`);
  expect(flushes).toBeGreaterThanOrEqual(2);
});

it('eight shards that report to one run, two of them killed: nothing is lost, and the run is completed once', async () => {
  const { summary, failures } = await runShards(SHARD, folder);
  console.log(summary);
  expect(summary).toContain('completed 1 times, the run is Completed');
  expect(failures).toEqual([]);
});
