import type { Mode } from '@testpoint/frameworks/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { BARE_RUNS, BareRuns } from '../src/bare-runs.js';
import { type Column, columns } from '../src/column.js';
import { document } from '../src/document.js';
import { byKey, expectationOf } from '../src/expectation.js';
import { type Observed, observe, observeMode, type Reported } from '../src/observe.js';
import { rows } from '../src/rows/index.js';
import type { Row } from '../src/rows/row.js';
import { plansOf, type RunName } from '../src/runs.js';
import { checkRow } from './check-row.js';
import { startService } from './service.js';

/** The result of each cell, by row and column. */
const scoreboard: Record<string, Record<string, string>> = {};
const bareRuns = new BareRuns();
const runs = new Map<Column, Map<RunName, Promise<Observed>>>();
const modes = new Map<Column, Map<string, Promise<Reported>>>();
let server: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  server = await startService();
  // All are started at once. `run` limits how many processes run at the same time.
  for (const column of columns) {
    runs.set(
      column,
      new Map(plansOf(column, IS_LONG).map((plan) => [plan.name, quiet(observe(column, plan, server.url, bareRuns))])),
    );
    modes.set(
      column,
      new Map(modesOf(column).map(([name, mode]) => [name, quiet(observeMode(column, mode, server.url))])),
    );
  }
}, 180_000);

afterAll(async () => {
  await server?.close();
  console.table(
    scoreboard,
    taken.map(({ name }) => name),
  );
});

const IDLE = 'modes that run no tests send nothing';
const ENDLESS = 'modes that run tests again and again send nothing';

const taken = columns.filter((column) => plansOf(column, IS_LONG).length > 0);

describe.each(taken.map((column) => [column.name, column] as const))('%s', (_name, column) => {
  test.each(rowsOf(column).map((row) => [row.title, row] as const))('%s', { timeout: 600_000 }, async (title, row) => {
    note(title, column, '✗');
    const { absent, differences } = expectationOf(row, column);
    checkRow(row, column, await runOf(column, row.run));
    note(title, column, absent !== undefined ? '–' : differences.length > 0 ? '✓ but' : '✓');
  });

  test.each(modesOf(column))(
    '%s sends nothing, and says so if it loads the reporter',
    { timeout: 600_000 },
    async (name, mode) => {
      const row = mode.endless ? ENDLESS : IDLE;
      note(row, column, '✗');
      const { ours, requests, outbox } = await modeOf(column, name);
      expect([requests, outbox]).toEqual([[], false]);
      expect(ours.stderr.includes('Testpoint: off in')).toBe(!mode.silent);
      note(row, column, '✓');
    },
  );

  test('has no results that no row expects', { timeout: 600_000 }, async () => {
    for (const [name, run] of runs.get(column) ?? []) {
      const own = rows.filter(({ run }) => run === name);
      const expected = new Set(own.flatMap((row) => Object.keys(expectationOf(row, column).results)));
      const unexpected = [...byKey(column, await run).keys()].filter(
        (key) => !expected.has(key) && !own.some(({ others }) => others && key.startsWith(`${others.suite}: `)),
      );
      expect(unexpected, name).toEqual([]);
    }
  });
});

test('the documentation shows the table and every difference', async () => {
  const hint = 'To write it: npx vitest run conformance --update';
  await expect(document(rows, columns), hint).toMatchFileSnapshot('../../../docs/conformance.md');
});

test('the recorded bare runs match these suites and frameworks', { timeout: 600_000 }, async () => {
  await Promise.allSettled([...runs.values()].flatMap((ofColumn) => [...ofColumn.values()]));
  const text = bareRuns.text(IS_LONG);
  if (text !== undefined) await expect(text).toMatchFileSnapshot(BARE_RUNS);
});

/** `npm test` takes the last of each framework that starts quickly. */
function modesOf({ name, framework, modes, hasLongModes }: Column): [string, Mode][] {
  if (IS_LONG) return Object.entries(modes);
  return name === framework && !hasLongModes ? Object.entries(modes).slice(-1) : [];
}

function rowsOf(column: Column): Row[] {
  const names = plansOf(column, IS_LONG).map(({ name }) => name);
  return rows.filter(({ run }) => names.includes(run));
}

function runOf(column: Column, name: RunName): Promise<Observed> {
  return runs.get(column)?.get(name) ?? expect.fail(`No run ${name}`);
}

function modeOf(column: Column, name: string): Promise<Reported> {
  return modes.get(column)?.get(name) ?? expect.fail(`No mode ${name}`);
}

function note(row: string, { name }: Column, mark: string): void {
  scoreboard[row] = { ...scoreboard[row], [name]: mark };
}

/** Whoever awaits the promise gets its failure. Until then, it must not count as unhandled. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
