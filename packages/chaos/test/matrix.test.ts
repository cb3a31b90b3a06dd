import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { SCRIPTED_COLUMN } from '../src/matrix/scripted-column.js';

/** `npm test` takes every seventh one. */
const kinds = FAULT_KINDS.filter((_, index) => IS_LONG || index % 7 === 0);

it('no kind of fault loses a result or changes the exit code', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
  const columns = [SCRIPTED_COLUMN];
  const { summary, failures, totals } = await runMatrix({ kinds, columns, atOnce: 6, folder });
  console.log(summary);
  expect(failures).toEqual([]);
  expect(totals).toMatchObject({ ran: kinds.length, lost: 0, exitCodes: 0 });
  rmSync(folder, { recursive: true, force: true });
});
