import type { ResultTable } from '../../data/result-table.js';
import { lookOf } from '../../model/outcome.js';
import { duration } from '../../text/format-time.js';
import type { Palette } from '../canvas.js';
import { indexAt, type Lane, tickOf } from './lanes.js';

export const LANE_HEIGHT = 30;
export const AXIS_HEIGHT = 28;

/** The visible part of the run, in milliseconds since its start. */
export interface Range {
  from: number;
  to: number;
}

export interface Picture {
  lanes: Lane[];
  table: ResultTable;
  range: Range;
  /** The selected row, or -1. */
  marked: number;
  /** Width of the column of names, CSS pixels. */
  names: number;
}

export function draw(context: CanvasRenderingContext2D, width: number, palette: Palette, picture: Picture): void {
  const { lanes, names } = picture;
  context.font = '12px Inter, ui-sans-serif, system-ui, sans-serif';
  context.textBaseline = 'middle';
  drawAxis(context, width, palette, picture);
  lanes.forEach((lane, index) => {
    const top = AXIS_HEIGHT + index * LANE_HEIGHT;
    context.fillStyle = palette.line;
    context.fillRect(0, top, width, 1);
    drawBars(context, lane, top, width, palette, picture);
    context.fillStyle = palette.faint;
    context.fillText(lane.name, 12, top + LANE_HEIGHT / 2, names - 20);
  });
}

function drawAxis(
  context: CanvasRenderingContext2D,
  width: number,
  palette: Palette,
  { range, names, lanes }: Picture,
): void {
  const { from, to } = range;
  const scale = (width - names) / Math.max(1, to - from);
  const tick = tickOf(to - from, width - names);
  for (let time = Math.ceil(from / tick) * tick; time <= to; time += tick) {
    const x = names + (time - from) * scale;
    context.fillStyle = palette.line;
    context.fillRect(x, AXIS_HEIGHT, 1, lanes.length * LANE_HEIGHT);
    context.fillStyle = palette.faint;
    if (x + 50 < width) context.fillText(time === 0 ? '0' : duration(time), x + 4, AXIS_HEIGHT / 2);
  }
}

function drawBars(
  context: CanvasRenderingContext2D,
  lane: Lane,
  top: number,
  width: number,
  palette: Palette,
  picture: Picture,
): void {
  const { table, range, marked, names } = picture;
  const scale = (width - names) / Math.max(1, range.to - range.from);
  const { rows } = lane;
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (let index = Math.max(0, indexAt(lane, range.from, table)); index < rows.length; index++) {
    const row = rows[index] ?? 0;
    const start = table.numbers.starts[row] ?? 0;
    if (start > range.to) break;
    const look = lookOf(table.outcomes[row], table.repeats[row]);
    const left = Math.max(names, names + (start - range.from) * scale);
    const right = Math.min(
      width,
      names + (start + Math.max(0, table.numbers.durations[row] ?? 0) - range.from) * scale,
    );
    const isPlain = look === 'passed' || look === 'skipped';
    // Skip tests that are thinner than a pixel and hidden behind their neighbor, except failures.
    if (right < names || (isPlain && row !== marked && right < drawnTo + 0.5)) continue;
    drawnTo = Math.max(drawnTo, right);
    const wide = Math.max(isPlain ? 1 : 2, right - left - (right - left > 4 ? 1 : 0));
    // Draw the background first: where tests overlap, the later one covers the earlier one.
    context.fillStyle = palette.surface;
    context.fillRect(left, top + 6, wide, LANE_HEIGHT - 11);
    context.fillStyle = palette[look];
    context.globalAlpha = isPlain ? 0.55 : 1;
    context.beginPath();
    context.roundRect(left, top + 6, wide, LANE_HEIGHT - 11, Math.min(3, wide / 2));
    context.fill();
    context.globalAlpha = 1;
    if (row === marked) {
      context.strokeStyle = palette.ink;
      context.lineWidth = 2;
      context.stroke();
    }
  }
}
