import type { ComponentProps } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { takeComparisons } from '../../model/attachment-kind.js';
import { termsOf } from '../../model/filter.js';
import { resultModel } from '../../model/result-model.js';
import type { RunState } from '../../model/run-state.js';
import { Icon } from '../icons.js';
import { useLoaded } from '../loaded.js';
import { marks } from '../marked.js';
import { Problem } from '../problem.js';
import { useReport } from '../use-report.js';
import { Neighbor } from './neighbor.js';
import { ResultPage } from './result-page.js';

type Shown = Omit<ComponentProps<typeof ResultPage>, 'row'>;

/** The result of one row, once it is loaded. */
export function ResultPane({ close }: { close: () => void }) {
  const { app, data, view } = useReport();
  const row = view.openRow.value ?? -1;
  const isLoaded = data.isWhole || data.problem.value !== '';
  const {
    value: shown,
    error,
    reload,
  } = useLoaded(async () => (row < 0 ? undefined : loaded(data, row)), [data.run, row]);
  const pane = useRef<HTMLElement>(null);
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
      {error !== undefined && <Problem text={error.message} retry={reload} />}
      {shown === undefined && error === undefined && (
        <h1 class="nothing">{row < 0 && isLoaded ? 'This test is not in this run.' : 'Loading …'}</h1>
      )}
      {shown !== undefined && (
        <marks.Provider value={searched}>
          <ResultPage row={row} {...shown} />
        </marks.Provider>
      )}
    </section>
  );
}

async function loaded(data: RunState, row: number): Promise<Shown> {
  const { source, table, run } = data;
  await data.loadRow(row);
  if (!table.has(row)) throw new Error(data.problem.peek());
  const item = await source.result(table.numbers.resultChunks[row] ?? 0, table.numbers.resultPlaces[row] ?? 0);
  const earlier = await Promise.all(
    (item.earlier ?? []).map(async ({ chunk, place }) => resultModel(await source.result(chunk, place), run)),
  );
  const result = resultModel(item, run);
  return { result, comparisons: takeComparisons(result), earlier };
}
