import type { ComponentProps } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { takeComparisons } from '../../model/attachment-kind.js';
import { termsOf } from '../../model/filter.js';
import { resultModel } from '../../model/result-model.js';
import type { RunState } from '../../model/run-state.js';
import { Icon } from '../icons.js';
import { marks } from '../marked.js';
import { useReport } from '../use-report.js';
import { Neighbor } from './neighbor.js';
import { ResultPage } from './result-page.js';

type State = Omit<ComponentProps<typeof ResultPage>, 'row'> | { problem: string } | undefined;

/** The result of one row, once it is loaded. */
export function ResultPane({ close }: { close: () => void }) {
  const { app, data, view } = useReport();
  const row = view.openRow.value ?? -1;
  const isLoaded = data.isWhole || data.problem.value !== '';
  const [state, setState] = useState<State>(undefined);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    let isCurrent = true;
    if (row < 0) return undefined;
    loaded(data, row).then(
      (next) => isCurrent && setState(next),
      (error: unknown) => isCurrent && setState({ problem: error instanceof Error ? error.message : `${error}` }),
    );
    return () => {
      isCurrent = false;
    };
  }, [data.run, row]);
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  const { text } = app.address.value.filter;
  const searched = useMemo(() => termsOf(text), [text]);
  return (
    <section class="pane" aria-label="Result" ref={pane} tabIndex={-1}>
      <nav class="steer" aria-label="Results">
        <button type="button" class="back" onClick={close}>
          <Icon name="back" />
          All tests
        </button>
        <Neighbor step={-1} name="Previous" />
        <Neighbor step={1} name="Next" />
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
          <ResultPage row={row} {...state} />
        </marks.Provider>
      )}
    </section>
  );
}

async function loaded(data: RunState, row: number): Promise<State> {
  const { source, table, run } = data;
  await data.loadRow(row);
  if (!table.has(row)) return { problem: data.problem.peek() };
  const item = await source.result(table.resultChunks[row] ?? 0, table.resultPlaces[row] ?? 0);
  const earlier = await Promise.all(
    (item.earlier ?? []).map(async ({ chunk, place }) => resultModel(await source.result(chunk, place), run)),
  );
  const result = resultModel(item, run);
  return { result, comparisons: takeComparisons(result), earlier };
}
