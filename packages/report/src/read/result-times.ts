import { type Members, numberOf } from '../members.js';

/** When a result ran, epoch milliseconds, and how long, milliseconds; -1 if unknown. */
export interface ResultTimes {
  startedAt: number;
  endedAt: number;
  /** The sum of its attempts, so not always the time from start to end. */
  duration: number;
}

/** How far a duration in whole seconds may be from the exact one, milliseconds. */
const INEXACT = 1_000;

/** @param view of a journal's line; what a server has received has none */
export function resultTimes(body: Members, view: Members = {}): ResultTimes {
  const startedAt = timeOf(body.startedOn);
  const completedAt = timeOf(body.completedOn);
  const sent = numberOf(body.duration);
  // Only the legacy bodies, which count milliseconds, have a configuration's global id.
  const unit = body.configurationGlobalId === undefined ? 1_000 : 1;
  const took = numberOf(view.duration) ?? (sent === undefined ? -1 : sent * unit);
  const endedAt = completedAt >= 0 || startedAt < 0 || took < 0 ? completedAt : startedAt + took;
  const span = startedAt < 0 || endedAt < startedAt ? -1 : endedAt - startedAt;
  // The view says how long a result took if the span does not.
  const isSpan = view.titles === undefined ? took < 0 || Math.abs(took - span) <= INEXACT : view.duration === undefined;
  return { startedAt, endedAt, duration: span >= 0 && isSpan ? span : took };
}

/** How long the last attempt of a test took, milliseconds: what the earlier ones leave of its duration. */
export function restOf(
  { startedAt, duration }: Omit<ResultTimes, 'endedAt'>,
  earlier: readonly { startedAt?: number | undefined; endedAt?: number | undefined }[],
): number {
  let rest = duration;
  // Those before its start are not in it: the reporter leaves them out, or the tool does not count them.
  for (const { startedAt: from = -1, endedAt: to = -1 } of earlier)
    if (from >= startedAt && to > from) rest -= to - from;
  return Math.max(0, rest);
}

function timeOf(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? -1 : time;
}
