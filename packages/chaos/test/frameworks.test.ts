import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { frameworkColumns } from '../src/matrix/framework-columns.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { FRAMEWORK_NAMES } from '../src/programs.js';
import type { Column } from '../src/scenario/run-scenarios.js';
import { runSeeds } from '../src/scenario/run-seeds.js';

/** A few representative kinds; `npm run test:chaos` runs them all. */
const SAMPLE = ['connection reset after the write', 'SIGKILL'];

/** `npm run test:long` runs the others, too. */
const FRAMEWORKS = FRAMEWORK_NAMES.filter((name) => IS_LONG || name === 'mocha');
const SEEDED = IS_LONG ? FRAMEWORKS : [];

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
let columns: Column[];
beforeAll(async () => {
  columns = await frameworkColumns(FRAMEWORKS, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the real frameworks', { timeout: 300_000 }, () => {
  it('lose nothing and keep their exit codes with any kind of fault', async () => {
    const kinds = FAULT_KINDS.filter(({ name }) => SAMPLE.includes(name));
    const { summary, failures, totals } = await runMatrix({ kinds, columns, atOnce: 3, folder });
    console.log(summary);
    expect(failures).toEqual([]);
    expect(totals).toMatchObject({ ran: SAMPLE.length * columns.length, lost: 0, exitCodes: 0 });
  });

  it.each(SEEDED)('%s loses nothing with random failures', async (name) => {
    const column = columns.find((one) => one.name === name);
    const { summary, failures } = await runSeeds({ first: 1, count: 1, column, atOnce: 1, folder });
    console.log(summary);
    expect(failures).toEqual([]);
  });
});
