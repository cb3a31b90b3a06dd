import { useLayoutEffect } from 'preact/hooks';
import type { AppState } from '../../model/app-state.js';
import { openNeighbor } from '../result/neighbor.js';
import { ResultPane } from '../result/result-pane.js';
import { useReport } from '../use-report.js';
import { FilterBar } from './filter-bar.js';
import { TestTree } from './test-tree.js';

/** The tests that pass the filter, next to the open result. A narrow screen shows one of the two. */
export function Tests() {
  const report = useReport();
  const { app } = report;
  const { test } = app.address.value;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      if (event.key === 'j') openNeighbor(report, 1);
      else if (event.key === 'k') openNeighbor(report, -1);
      else if (event.key === 'Escape') closeResult(app);
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
        <FilterBar />
        <TestTree />
      </section>
      {test !== undefined && <ResultPane key={`${test.key} ${test.environment}`} close={() => closeResult(app)} />}
    </div>
  );
}

function closeResult(app: AppState): void {
  if (app.address.peek().test === undefined) return;
  app.go({});
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.list [role=tree]')?.focus());
}
