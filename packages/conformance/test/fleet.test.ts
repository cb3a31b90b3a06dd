// A sample of the table against three servers behind a load balancer, in `npm run test:long`. `npm run test:fleet` checks all of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BareRuns } from '../src/bare-runs.js';
import { type Column, columns } from '../src/column.js';
import { type Observed, observe } from '../src/observe.js';
import { rows } from '../src/rows/index.js';
import { plansOf } from '../src/runs.js';
import { checkRow } from './check-row.js';
import { startFleet } from './service.js';

const RUN = 'green';
const COLUMNS = columns.filter(({ name }) => name === 'mocha');
const observed = new Map<Column, Observed>();
let fleet: Awaited<ReturnType<typeof startFleet>>;
beforeAll(async () => {
  fleet = await startFleet();
  const bareRuns = new BareRuns();
  const run = async (column: Column) => {
    const plan = plansOf(column, true).find(({ name }) => name === RUN) ?? expect.fail(`No run ${RUN}`);
    observed.set(column, await observe(column, plan, fleet.url, bareRuns));
  };
  await Promise.all(COLUMNS.map(run));
}, 300_000);
afterAll(() => fleet?.close());

describe.runIf(IS_LONG).each(COLUMNS.map((column) => [column.name, column] as const))('%s', (_name, column) => {
  test.each(rows.filter(({ run }) => run === RUN).map((row) => [row.title, row] as const))('%s', (_title, row) => {
    checkRow(row, column, observed.get(column) ?? expect.fail('The run failed.'));
  });
});
