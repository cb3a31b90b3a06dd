import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../database/store.js';
import type { NamedRun } from './named-runs.js';
import { RunReports } from './run-report.js';

const COLUMNS = {
  ...{ numbers: [1], ids: ['a.ts > adds'], configurations: ['one'], weights: [1] },
  ...{ starts: [null], durations: [null], attempts: [1], messages: [null] },
  ...{ sessions: [null], evidence: [0] },
};
const runAt = (version: number) => {
  const run = { id: 'run', version, results: 1, status: 'In progress', createdOn: '2026-01-01T00:00:00Z' };
  return { ...run, sessions: [] as object[] } as NamedRun;
};

let reads: number;
let isBroken: boolean;
let reports: RunReports;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  [reads, isBroken] = [0, false];
  const rows = async () => {
    reads++;
    vi.advanceTimersByTime(100);
    if (isBroken) throw new Error('The database is gone.');
    return { columns: JSON.stringify(COLUMNS), count: 1, last: 1, more: false };
  };
  reports = new RunReports({ rows } as unknown as Store, { configurationNames: async () => new Map() });
});
afterEach(() => {
  vi.useRealTimers();
});

it('pages that follow a run share its report, which rests for twenty times as long as it took', async () => {
  expect(await reports.of(runAt(1))).toMatchObject({ version: 1 });
  expect(await reports.after(1, runAt(2))).toBe(2_000);
  expect(await reports.after(0, runAt(2))).toMatchObject({ version: 1 });
  vi.advanceTimersByTime(400);
  expect(await reports.after(1, runAt(3))).toBe(1_600);
  expect(reads).toBe(1);
  vi.advanceTimersByTime(1_600);
  const [one, other] = await Promise.all([reports.after(1, runAt(4)), reports.after(1, runAt(5))]);
  expect(one).toMatchObject({ version: 4 });
  expect(other).toBe(one);
  expect(reads).toBe(2);
});

it('who asks for what the run contains now does not wait, and pages that follow get that, too', async () => {
  await reports.of(runAt(1));
  const now = await reports.of(runAt(2));
  expect(now).toMatchObject({ version: 2 });
  expect(await reports.after(1, runAt(3))).toBe(now);
  expect(reads).toBe(2);
});

it('a page that has the head of a report waits until all of it is made before it knows when to ask again', async () => {
  const [first, second] = await Promise.all([reports.of(runAt(1)), reports.after(1, runAt(2))]);
  expect(first).toMatchObject({ version: 1 });
  expect(second).toBe(2_000);
});

it('a report that could not be made is made again', async () => {
  isBroken = true;
  await expect(reports.of(runAt(1))).rejects.toThrow('The database is gone.');
  isBroken = false;
  expect(await reports.after(0, runAt(1))).toMatchObject({ version: 1 });
});
