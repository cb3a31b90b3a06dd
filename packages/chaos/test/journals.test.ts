import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { runJournals } from '../src/journals/run-journals.js';

const INPUTS = IS_LONG ? 60 : 3;

it(`${INPUTS} damaged journals: flush ends, keeps undelivered lines, and says so`, {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-journals-'));
  const { summary, failures } = await runJournals({ seed: 1, seeds: INPUTS, atOnce: 1, folder, say: () => {} });
  console.log(summary);
  expect(failures).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
