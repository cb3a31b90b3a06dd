import type { AppState } from '../../model/app-state.js';
import { useKeys } from '../keys.js';
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
  const keys = {
    j: () => openNeighbor(report, 1),
    k: () => openNeighbor(report, -1),
    Escape: () => closeResult(app),
  };
  const isElsewhere = ({ target }: KeyboardEvent) =>
    target instanceof HTMLInputElement || document.querySelector('dialog[open], :popover-open') !== null;
  useKeys(keys, isElsewhere, [report]);
  return (
    <div class={`split vertical ${test === undefined ? '' : 'open'}`}>
      <section class="list vertical" aria-label="Tests">
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
