import type { ComponentProps } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TraceOpener } from '../../data/source.js';
import { takeComparisons } from '../../model/attachment-kind.js';
import { termsOf } from '../../model/filter.js';
import type { ReportState } from '../../model/report-state.js';
import { resultModel } from '../../model/result-model.js';
import { Icon } from '../icons.js';
import { marks } from '../marked.js';
import { Neighbor } from './neighbor.js';
import { ResultPage } from './result-page.js';

type State = Omit<ComponentProps<typeof ResultPage>, 'report' | 'row'> | { problem: string } | undefined;

/** The result of one row, once it is loaded. */
export function ResultPane({ report, close }: { report: ReportState; close: () => void }) {
  const row = report.openRow.value ?? -1;
  const isLoaded = report.loaded.value >= report.run.rows || report.problem.value !== '';
  const [state, setState] = useState<State>(undefined);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    let isCurrent = true;
    if (row < 0) return undefined;
    loaded(report, row).then(
      (next) => isCurrent && setState(next),
      (error: unknown) => isCurrent && setState({ problem: error instanceof Error ? error.message : `${error}` }),
    );
    return () => {
      isCurrent = false;
    };
  }, [report, row]);
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  const { text } = report.address.value.filter;
  const searched = useMemo(() => termsOf(text), [text]);
  return (
    <section class="pane" aria-label="Result" ref={pane} tabIndex={-1}>
      <nav class="steer" aria-label="Results">
        <button type="button" class="back" onClick={close}>
          <Icon name="back" />
          All tests
        </button>
        <Neighbor report={report} step={-1} name="Previous" />
        <Neighbor report={report} step={1} name="Next" />
      </nav>
      {state === undefined && (
        <p class="nothing">{row < 0 && isLoaded ? 'This test is not in this run.' : 'Loading …'}</p>
      )}
      {state !== undefined && 'problem' in state && (
        <p class="notice" role="alert">
          {state.problem}
        </p>
      )}
      {state !== undefined && 'result' in state && (
        <marks.Provider value={searched}>
          <ResultPage report={report} row={row} {...state} />
        </marks.Provider>
      )}
    </section>
  );
}

async function loaded(report: ReportState, row: number): Promise<State> {
  const { source, table, run } = report;
  await report.loadRow(row);
  if (!table.has(row)) return { problem: report.problem.peek() };
  const item = await source.result(table.resultChunks[row] ?? 0, table.resultPlaces[row] ?? 0);
  const earlier = await Promise.all(
    (item.earlier ?? []).map(async ({ chunk, place }) => resultModel(await source.result(chunk, place), run)),
  );
  const result = resultModel(item, run);
  return { result, comparisons: takeComparisons(result), earlier, openTrace: await opener(report) };
}

const openers = new WeakMap<ReportState, Promise<TraceOpener | undefined>>();

function opener(report: ReportState): Promise<TraceOpener | undefined> {
  const known = openers.get(report) ?? report.source.traceOpener();
  openers.set(report, known);
  return known;
}
