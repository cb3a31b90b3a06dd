import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { runSeeds } from '../src/scenario/run-seeds.js';

/** `bin.test.ts` runs the first. */
const SEEDS = IS_LONG ? 50 : 1;

it(`nothing is lost, whatever fails: ${SEEDS} seeds`, { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
  const { summary, failures } = await runSeeds({ first: 2, count: SEEDS, atOnce: 8, folder });
  console.log(summary);
  expect(failures).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
