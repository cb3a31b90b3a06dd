import { frameworkName } from '@testpoint/report/browser';
import type { RunData } from '@testpoint/report/format';
import type { ResultTable } from '../../data/result-table.js';

/** Browsers limit the height of a canvas. */
export const MOST_LANES = 500;

/** Tests in the order of their start: those of one worker, or some of unknown workers that do not overlap. */
export interface Lane {
  name: string;
  isWorker: boolean;
  rows: Int32Array;
}

/**
 * Groups rows by session and worker. A session's rows without a worker are in as many lanes as tests ran at the same time. Rows
 * without a start time are in no lane.
 */
export function lanesOf(rows: Int32Array, table: ResultTable, run: RunData): Lane[] {
  const lanes = new Map<string, { session: number; worker: number; rows: number[] }>();
  for (const row of rows) {
    if ((table.numbers.starts[row] ?? -1) < 0) continue;
    const session = table.numbers.sessions[row] ?? 0;
    const worker = table.numbers.workers[row] ?? -1;
    const key = `${session}:${worker}`;
    const lane = lanes.get(key) ?? { session, worker, rows: [] };
    lanes.set(key, lane);
    lane.rows.push(row);
  }
  return [...lanes.values()]
    .sort((a, b) => a.session - b.session || a.worker - b.worker)
    .flatMap(({ session, worker, rows: own }) => {
      const sorted = Int32Array.from(own).sort(
        (a, b) => (table.numbers.starts[a] ?? 0) - (table.numbers.starts[b] ?? 0) || a - b,
      );
      const [name, isWorker] = [laneName(run, session, worker), worker >= 0];
      return (isWorker ? [sorted] : withoutOverlaps(sorted, table)).map((rows) => ({ name, isWorker, rows }));
    });
}

/** @param rows in the order of their start */
function withoutOverlaps(rows: Int32Array, { numbers: { starts, durations } }: ResultTable): Int32Array[] {
  const lanes: { rows: number[]; end: number }[] = [];
  for (const row of rows) {
    const start = starts[row] ?? 0;
    const free = lanes.find(({ end }) => end <= start) ?? lanes[MOST_LANES - 1];
    const lane = free ?? { rows: [], end: 0 };
    if (free === undefined) lanes.push(lane);
    lane.rows.push(row);
    lane.end = start + Math.max(0, durations[row] ?? 0);
  }
  return lanes.map(({ rows: own }) => Int32Array.from(own));
}

/**
 * Index in the lane of the row that was running at a time, or else of the last row that started before it; -1 for none.
 * @param time milliseconds since the start of the run
 */
export function indexAt({ rows }: Lane, time: number, { numbers: { starts } }: ResultTable): number {
  let low = -1;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[rows[middle] ?? 0] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Distance between the marks of an axis, milliseconds: a round number that leaves about 90 pixels between marks. */
export function tickOf(span: number, width: number): number {
  const ideal = (span / Math.max(1, width)) * 90;
  return ROUND.find((step) => step >= ideal) ?? Math.ceil(ideal / 3_600_000) * 3_600_000;
}

const ROUND = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  1_800_000, 3_600_000,
];

function laneName(run: RunData, session: number, worker: number): string {
  const own = run.sessions[session];
  const title = own === undefined ? 'session' : frameworkName(own);
  const isOneOfSeveral = run.sessions.filter((one) => one.framework === own?.framework).length > 1;
  const shard = own?.shard;
  let part = isOneOfSeveral ? ` #${session + 1}` : '';
  if (shard !== undefined) part = ` ${shard.current}/${shard.total}`;
  const name = `${title}${part}`;
  return worker < 0 ? name : `${name} · ${worker}`;
}
