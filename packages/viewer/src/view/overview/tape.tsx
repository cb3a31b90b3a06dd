import { FAILED, NOT_LOADED, type ResultTable, SKIPPED } from '../../data/result-table.js';
import { NO_FILTER } from '../../model/filter.js';
import { RANKS, rankOf } from '../../model/order.js';
import { numberOf } from '../../model/outcome.js';
import { type Palette, useCanvas } from '../canvas.js';
import { useReport } from '../use-report.js';

/** Minimum width of a stroke, CSS pixels. If there is less room, tests share strokes. */
const THINNEST = 3;
/** Maximum width of a stroke, CSS pixels. A few tests don't fill the whole width. */
const WIDEST = 18;

/** All tests in the order of their files, one stroke each. If there is not enough room, several tests share a stroke. */
export function Tape() {
  const { app, data } = useReport();
  const { table, run } = data;
  const loaded = data.loaded.value;
  const canvas = useCanvas(
    (context, width, height, palette) => {
      const strokes = strokesOf(table, Math.min(table.size, Math.max(1, Math.floor(width / THINNEST))));
      const step = Math.min(WIDEST, width / Math.max(1, strokes.length));
      const gap = step > 6 ? 2 : step > 2.5 ? 1 : 0;
      strokes.forEach((stroke, index) => {
        const tall = RANKS.some((rank) => rank === stroke);
        const top = tall ? 0 : height * 0.22;
        context.fillStyle = palette[stroke];
        context.globalAlpha = stroke === 'passed' ? 0.62 : stroke === 'none' ? 0.35 : 1;
        context.beginPath();
        const left = index * step;
        context.roundRect(left, top, Math.max(1, step - gap), height - 2 * top, Math.min(2, step / 3));
        context.fill();
      });
    },
    [loaded, table],
  );
  const open = (event: MouseEvent & { currentTarget: HTMLCanvasElement }) => {
    const width = Math.min(event.currentTarget.clientWidth, table.size * WIDEST);
    const share = event.offsetX / Math.max(1, width);
    if (share > 1) return;
    app.go({ place: 'tests', filter: NO_FILTER, order: 'tree', test: data.testOf(worstIn(table, share)) });
  };
  const { counts } = run;
  const parts = [`${counts.passed} passed`, `${numberOf('failed', counts)} failed`];
  if (counts.known !== undefined) parts.push(`${counts.known} known failures`);
  parts.push(`${counts.blocked} did not run`, `${counts.skipped} skipped`);
  const label = `Outcomes in file order: ${parts.join(', ')}`;
  // A click is a shortcut; keyboard users reach the same results through the list of tests.
  return <canvas ref={canvas} class="tape" role="img" aria-label={label} onClick={open} />;
}

function strokesOf(table: ResultTable, count: number): (keyof Palette)[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * table.size) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * table.size) / count));
    return strokeOf(table, from, to);
  });
}

/** The worst outcome of some rows, so that a single failure does not disappear. */
function strokeOf(table: ResultTable, from: number, to: number): keyof Palette {
  let worst: number = RANKS.length;
  let skipped = 0;
  let unknown = 0;
  for (let row = from; row < to && worst > 0; row++) {
    worst = Math.min(worst, rankOf(table, row));
    if (table.outcomes[row] === SKIPPED) skipped++;
    else if (table.outcomes[row] === NOT_LOADED) unknown++;
  }
  const rank = RANKS[worst];
  if (rank !== undefined) return rank;
  if (unknown === to - from) return 'none';
  return skipped * 2 > to - from ? 'skipped' : 'passed';
}

/** The row at this fraction of the tape's width, or a failed row that shares its stroke. */
function worstIn({ size, outcomes }: ResultTable, share: number): number {
  const row = Math.max(0, Math.min(size - 1, Math.floor(share * size)));
  const reach = Math.ceil(size / 800);
  for (let near = Math.max(0, row - reach); near <= Math.min(size - 1, row + reach); near++) {
    if (outcomes[near] === FAILED) return near;
  }
  return row;
}
