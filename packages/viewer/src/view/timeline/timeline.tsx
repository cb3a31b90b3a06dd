import { runTimeOf } from '@testpoint/report/browser';
import { useMemo, useState } from 'preact/hooks';
import type { ResultTable } from '../../data/result-table.js';
import type { RunState } from '../../model/run-state.js';
import { amount, count, counted, duration } from '../../text/format-time.js';
import { useCanvas } from '../canvas.js';
import { press } from '../keys.js';
import { ResultLine } from '../result-line.js';
import { useReport } from '../use-report.js';
import { AXIS_HEIGHT, draw, LANE_HEIGHT, type Range } from './drawing.js';
import { indexAt, type Lane, lanesOf, MOST_LANES } from './lanes.js';

/** Which worker ran which test, as far as it is known, and when. */
export function Timeline() {
  const { app, data, view } = useReport();
  const { table, run } = data;
  const rows = view.matched.value;
  const lanes = useMemo(() => lanesOf(rows, table, run), [rows]);
  const whole = Math.max(1, run.endedAt - run.startedAt);
  const [zoomed, setRange] = useState<Range>();
  const range = zoomed ?? { from: 0, to: whole };
  const [marked, setMarked] = useState({ lane: 0, index: -1 });
  // The others have no start time.
  const drawn = lanes.reduce((sum, lane) => sum + lane.rows.length, 0);
  const areWorkers = lanes.every(({ isWorker }) => isWorker);
  const shown = lanes.slice(0, MOST_LANES);
  const row = shown[marked.lane]?.rows[marked.index] ?? -1;
  const names = innerWidth < 700 ? 122 : 148;
  const canvas = useCanvas(
    (context, width, _height, palette) =>
      draw(context, width, palette, { lanes: shown, table, range, marked: row, names }),
    [shown, range.from, range.to, row, names],
  );

  const show = (start: number, span: number) => {
    const from = Math.max(0, Math.min(whole - span, start));
    setRange({ from, to: from + span });
  };
  const zoom = (factor: number, around: number) => {
    const span = Math.min(whole, Math.max(5, (range.to - range.from) * factor));
    show(around - (span * (around - range.from)) / (range.to - range.from), span);
  };
  const mark = (lane: number, index: number) => {
    const target = shown[lane]?.rows[index];
    if (target === undefined) return;
    setMarked({ lane, index });
    const start = table.numbers.starts[target] ?? 0;
    const span = range.to - range.from;
    if (start < range.from || start > range.to) show(start - span / 2, span);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const time = row >= 0 ? (table.numbers.starts[row] ?? 0) : range.from;
    const { lane, index } = marked;
    press(event, {
      ArrowRight: () => mark(lane, index + 1),
      ArrowLeft: () => mark(lane, Math.max(0, index - 1)),
      ArrowDown: () => mark(lane + 1, nearest(shown[lane + 1], time, table)),
      ArrowUp: () => mark(lane - 1, nearest(shown[lane - 1], time, table)),
      Home: () => mark(lane, 0),
      End: () => mark(lane, (shown[lane]?.rows.length ?? 1) - 1),
      '+': () => zoom(0.5, time),
      '=': () => zoom(0.5, time),
      '-': () => zoom(2, time),
      Enter: () => open(row),
    });
  };
  const open = (target = -1) => {
    if (target >= 0) app.go({ place: 'tests', test: data.testOf(target) });
  };
  const under = (event: MouseEvent & { currentTarget: HTMLCanvasElement }) => {
    const lane = Math.floor((event.offsetY - AXIS_HEIGHT) / LANE_HEIGHT);
    const share = (event.offsetX - names) / Math.max(1, event.currentTarget.clientWidth - names);
    const time = range.from + share * (range.to - range.from);
    const target = shown[lane];
    return { lane, time, index: target === undefined || share < 0 ? -1 : indexAt(target, time, table) };
  };

  return (
    <div class="page dense">
      <header class="title wrap">
        <h1>Timeline</h1>
        <p class="quiet">
          {drawn < rows.length
            ? `${count(drawn)} of ${counted(rows.length, 'result')}`
            : amount(view.tests.value, rows.length)}{' '}
          {areWorkers ? `on ${counted(lanes.length, 'worker')}` : `in ${counted(lanes.length, 'lane')}`},{' '}
          {duration(runTimeOf(run))}
        </p>
        <div class="zoom" role="group" aria-label="Zoom">
          <button type="button" aria-label="Zoom out" onClick={() => zoom(2, (range.from + range.to) / 2)}>
            −
          </button>
          <button type="button" aria-label="Zoom in" onClick={() => zoom(0.5, (range.from + range.to) / 2)}>
            +
          </button>
          <button type="button" onClick={() => setRange(undefined)}>
            Whole run
          </button>
        </div>
      </header>
      {lanes.length === 0 ? (
        <p class="nothing">{nothing(data, rows.length)}</p>
      ) : (
        <>
          <div
            class="lanes card"
            role="application"
            aria-roledescription="timeline"
            aria-label="Timeline. Arrow keys move between tests and workers, Enter opens a test, plus and minus zoom"
            tabIndex={0}
            onKeyDown={onKeyDown}
          >
            <canvas
              ref={canvas}
              style={{ height: `${AXIS_HEIGHT + shown.length * LANE_HEIGHT + 8}px` }}
              onMouseMove={(event) => {
                const { lane, index } = under(event);
                if (index >= 0) setMarked({ lane, index });
              }}
              onClick={(event) => {
                const { lane, index } = under(event);
                open(shown[lane]?.rows[index]);
              }}
              onWheel={(event) => {
                if (!event.ctrlKey) return;
                event.preventDefault();
                zoom(event.deltaY > 0 ? 1.25 : 0.8, under(event).time);
              }}
            />
          </div>
          <Selected row={row} />
          {lanes.length > MOST_LANES && (
            <p class="quiet">Only the first {MOST_LANES} lanes are shown. Filter by session to see the others.</p>
          )}
        </>
      )}
    </div>
  );
}

function nothing({ isWhole, run, emptiness }: RunState, tests: number): string {
  if (!isWhole) return 'Loading …';
  if (run.rows === 0) return `${emptiness}.`;
  return tests === 0 ? 'No tests match these filters.' : 'None of these tests has a start time.';
}

function Selected({ row }: { row: number }) {
  const { app, data } = useReport();
  return (
    <div class="selected" aria-live="polite">
      {row >= 0 ? (
        <ResultLine row={row} href={app.link({ place: 'tests', test: data.testOf(row) })} />
      ) : (
        <p class="quiet">Point at a test, or use the arrow keys.</p>
      )}
    </div>
  );
}

function nearest(lane: Lane | undefined, time: number, table: ResultTable): number {
  return lane === undefined ? -1 : Math.max(0, indexAt(lane, time, table));
}
