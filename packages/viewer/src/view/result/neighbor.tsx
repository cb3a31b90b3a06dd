import type { ReportState } from '../../model/report-state.js';

/** Opens the previous or next result. */
export function Neighbor({ report, step, name }: { report: ReportState; step: 1 | -1; name: string }) {
  const row = neighborOf(report, step);
  return (
    <button type="button" class="back" disabled={row === undefined} onClick={() => openNeighbor(report, step)}>
      {name} <kbd aria-hidden="true">{step === 1 ? 'j' : 'k'}</kbd>
    </button>
  );
}

/** Opens the previous or next result among those that pass the filter, in their order. */
export function openNeighbor(report: ReportState, step: 1 | -1): void {
  const next = neighborOf(report, step);
  if (next !== undefined) report.go({ test: report.testOf(next) });
}

function neighborOf(report: ReportState, step: 1 | -1): number | undefined {
  const { order } = report.tree.value;
  const row = report.openRow.value;
  let place = row === undefined ? (step === 1 ? -1 : order.length) : order.indexOf(row);
  do place += step;
  while ((order[place] ?? 0) < 0);
  return order[place];
}
