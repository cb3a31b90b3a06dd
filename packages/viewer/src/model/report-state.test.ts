import { ROWS_PER_CHUNK, type RowChunk, type RunData } from '@testpoint/report/format';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Source } from '../data/source.js';
import { ReportState } from './report-state.js';

const ROWS = ROWS_PER_CHUNK + 3;
const ENVIRONMENTS = ['linux', 'windows'];

const keyOf = (row: number) => `test${`${row >> 1}`.padStart(6, '0')}`;

/** Each test runs in two environments, and fails in the second one. */
function chunkOf(number: number): RowChunk {
  const first = (number - 1) * ROWS_PER_CHUNK;
  const rows = Array.from({ length: Math.min(ROWS_PER_CHUNK, ROWS - first) }, (_, index) => first + index);
  const each = <T>(value: (row: number) => T) => rows.map(value);
  const none = each(() => -1);
  return {
    first,
    outcomes: each((row) => (row % 2 === 0 ? 'P' : 'F')).join(''),
    repeats: '0'.repeat(rows.length),
    keys: each(keyOf).join(''),
    titles: each((row) => `test ${row >> 1}`),
    environments: each((row) => row % 2),
    ...{ suites: each(() => 0), files: each((row) => Math.floor(row / 100)), lines: each(() => 1) },
    ...{ projects: none, sessions: each(() => 0), starts: none, durations: none, workers: none },
    ...{ ids: each(() => ''), messages: each(() => ''), failureReasons: none, attempts: each(() => 1) },
    ...{ resultChunks: each(() => 1), resultPlaces: rows },
  };
}

const run = {
  ...{ rows: ROWS, rowChunks: 2, files: Array.from({ length: 100 }, (_, file) => `${file}.ts`), suites: [[]] },
  ...{ projects: [], environments: ENVIRONMENTS, failureGroups: [], sessions: [{ id: 'one' }] },
} as unknown as RunData;

let fails: boolean;
let state: ReportState;
const follow: (() => void)[] = [];
beforeEach(() => {
  fails = false;
  const location = { hash: '', replace: (hash: string) => Object.assign(location, { hash }) };
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => follow.push(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => follow.splice(follow.indexOf(listener), 1));
  const rows = async (chunk: number) => {
    if (fails && chunk === 2) throw new Error('data/rows-2.js is missing.');
    return chunkOf(chunk);
  };
  state = new ReportState({ rows } as unknown as Source, run);
});
afterEach(() => {
  state.dispose();
  expect(follow).toEqual([]);
  vi.unstubAllGlobals();
});

it('a part that cannot be loaded is a problem until it is loaded', async () => {
  fails = true;
  await state.data.load();
  expect(state.data.problem.value).toBe('data/rows-2.js is missing.');
  expect(state.view.matched.value).toHaveLength(ROWS_PER_CHUNK);
  fails = false;
  await state.data.load();
  expect(state.data.problem.value).toBe('');
  expect(state.view.matched.value).toHaveLength(ROWS);
});

it('an address opens the test in its environment, or its worst result', async () => {
  await state.data.load();
  const rowAt = (hash: string) => {
    location.hash = hash;
    for (const listener of follow) listener();
    return state.view.openRow.value;
  };
  expect(rowAt('#/tests/test000007?env=linux')).toBe(14);
  expect(rowAt('#/tests/test000007')).toBe(15);
  expect(rowAt('#/tests/test000007?env=mac')).toBe(15);
  expect(rowAt('#/tests/none000000')).toBe(-1);
  expect(rowAt('#/tests')).toBeUndefined();
});

it('a test that is not loaded yet opens as soon as it is', async () => {
  state.app.go({ place: 'tests', test: { key: keyOf(ROWS_PER_CHUNK), environment: 'linux' } });
  expect(state.view.openRow.value).toBe(-1);
  await state.data.loadRow(ROWS_PER_CHUNK + 1);
  expect(state.view.openRow.value).toBe(ROWS_PER_CHUNK);
});

it('opening a result does not filter again, and a filter keeps it open', async () => {
  await state.data.load();
  state.app.setFilter({ outcomes: ['failed'] });
  const { value } = state.view.matched;
  state.app.go({ place: 'tests', test: { key: 'test000001', environment: 'windows' } });
  expect(state.view.matched.value).toBe(value);
  state.app.setFilter({ text: 'test 1' });
  expect(state.app.address.value.test).toEqual({ key: 'test000001', environment: 'windows' });
  expect(location.hash).toBe('#/tests/test000001?env=windows&outcome=failed&q=test+1');
});

it('many tests begin with folded files, and a file stays as the user leaves it', async () => {
  await state.data.load();
  const folded = state.view.places.value.length;
  expect(folded).toBe(state.view.tree.value.groups.length);
  const [file] = state.view.tree.value.groups;
  if (file === undefined) throw new Error('There is no file.');
  state.view.toggle(file);
  expect(state.view.places.value).toHaveLength(folded + 100);
  state.app.setFilter({ text: '0.ts' });
  state.view.toggle(file);
  expect(state.view.isFolded(file)).toBe(true);
});

it('results that arrive move rows: the open test stays open, and folded files stay folded', async () => {
  await state.data.load();
  state.app.go({ place: 'tests', test: { key: 'test000007', environment: 'windows' } });
  const [file] = state.view.tree.value.groups;
  if (file === undefined) throw new Error('There is no file.');
  state.view.toggle(file);
  const later = { ...run, rows: ROWS_PER_CHUNK, rowChunks: 1 };
  // Two tests are new, at the beginning.
  const moved = { ...chunkOf(1), keys: `new0000000new0000001${chunkOf(1).keys}`.slice(0, chunkOf(1).keys.length) };
  await state.data.follow({ run: async () => later, rows: async () => moved } as unknown as Source);
  expect(state.data.run.rows).toBe(ROWS_PER_CHUNK);
  expect(state.view.matched.value).toHaveLength(ROWS_PER_CHUNK);
  expect(state.view.openRow.value).toBe(17);
  expect(state.view.isFolded(file)).toBe(false);
});

it('a later state of the run that breaks off changes nothing', async () => {
  await state.data.load();
  fails = true;
  const { source } = state.data;
  const later = { rows: source.rows, run: async () => ({ ...run, files: [] }) } as unknown as Source;
  await expect(state.data.follow(later)).rejects.toThrow('data/rows-2.js is missing.');
  expect(state.data.source).toBe(source);
  expect(state.data.isWhole).toBe(true);
});
