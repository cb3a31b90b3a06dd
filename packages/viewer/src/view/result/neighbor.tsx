import type { ReportState } from '../../model/report-state.js';
import type { ViewState } from '../../model/view-state.js';
import { useReport } from '../use-report.js';

/** Opens the previous or next result. */
export function Neighbor({ step, name }: { step: 1 | -1; name: string }) {
  const report = useReport();
  const row = neighborOf(report.view, step);
  return (
    <button type="button" class="back" disabled={row === undefined} onClick={() => openNeighbor(report, step)}>
      {name} <kbd aria-hidden="true">{step === 1 ? 'j' : 'k'}</kbd>
    </button>
  );
}

/** Opens the previous or next result among those that pass the filter, in their order. */
export function openNeighbor({ app, data, view }: ReportState, step: 1 | -1): void {
  const next = neighborOf(view, step);
  if (next !== undefined) app.go({ test: data.testOf(next) });
}

function neighborOf({ tree, openRow }: ViewState, step: 1 | -1): number | undefined {
  const { order } = tree.value;
  const row = openRow.value;
  let place = row === undefined ? (step === 1 ? -1 : order.length) : order.indexOf(row);
  do place += step;
  while ((order[place] ?? 0) < 0);
  return order[place];
}
