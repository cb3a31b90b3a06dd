import { ROWS_PER_CHUNK } from '@testpoint/report/format';
import { useLoaded } from './loaded.js';
import { useReport } from './use-report.js';

/** A test in the earlier runs, oldest first. */
export interface RowHistory {
  /** One letter for each run; '-' if the test was not in it. */
  outcomes: string;
  /** Milliseconds; -1 if unknown. */
  durations: number[];
}

const NONE: RowHistory = { outcomes: '', durations: [] };

/** A row's history, which is loaded now; empty until then, and for a report without a history. */
export function useHistory(row: number): RowHistory {
  const { source, run } = useReport().data;
  const load = async () => {
    if ((run.history?.runs.length ?? 0) === 0) return NONE;
    const { first, outcomes, durations } = await source.history(Math.floor(row / ROWS_PER_CHUNK) + 1);
    return { outcomes: outcomes[row - first] ?? '', durations: durations[row - first] ?? [] };
  };
  return useLoaded(load, [run, row]).value ?? NONE;
}
