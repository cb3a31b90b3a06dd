import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReportState } from '../model/report-state.js';

/** The report that the page shows. */
export const reportContext = createContext<ReportState | undefined>(undefined);

export function useReport(): ReportState {
  const report = useContext(reportContext);
  if (report === undefined) throw new Error('This part of the page needs a report around it.');
  return report;
}
