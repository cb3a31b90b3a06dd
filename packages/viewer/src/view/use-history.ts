import { ROWS_PER_CHUNK } from '@testpoint/report/format';
import type { RowHistory } from '../data/source.js';
import { useLoaded } from './loaded.js';
import { useReport } from './use-report.js';

const NONE: RowHistory = { runs: [], outcomes: '', durations: [] };

/** A row's history, which is loaded now; empty until then, and for a report without a history. */
export function useHistory(row: number): RowHistory {
  const { source, run, table } = useReport().data;
  const load = async () => {
    if (source.historyOf !== undefined) return source.historyOf(table.numbers.resultPlaces[row] ?? 0);
    const runs = run.history?.runs ?? [];
    if (runs.length === 0 || source.history === undefined) return NONE;
    const { first, outcomes, durations } = await source.history(Math.floor(row / ROWS_PER_CHUNK) + 1);
    return { runs, outcomes: outcomes[row - first] ?? '', durations: durations[row - first] ?? [] };
  };
  return useLoaded(load, [run, row]).value ?? NONE;
}
