import { useEffect } from 'preact/hooks';
import type { ReportState } from '../../model/report-state.js';
import { openNeighbor } from '../result/neighbor.js';
import { ResultPane } from '../result/result-pane.js';
import { FilterBar } from './filter-bar.js';
import { TestTree } from './test-tree.js';

/** The tests that pass the filter, next to the open result. A narrow screen shows one of the two. */
export function Tests({ report }: { report: ReportState }) {
  const { test } = report.address.value;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      if (event.key === 'j') openNeighbor(report, 1);
      else if (event.key === 'k') openNeighbor(report, -1);
      else if (event.key === 'Escape') closeResult(report);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [report]);
  return (
    <div class={`split ${test === undefined ? '' : 'open'}`}>
      <section class="list" aria-label="Tests">
        <h1 class="unseen">Tests</h1>
        <FilterBar report={report} />
        <TestTree report={report} />
      </section>
      {test !== undefined && (
        <ResultPane key={`${test.key} ${test.environment}`} report={report} close={() => closeResult(report)} />
      )}
    </div>
  );
}

function closeResult(report: ReportState): void {
  if (report.address.peek().test === undefined) return;
  report.go({});
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.list [role=tree]')?.focus());
}
