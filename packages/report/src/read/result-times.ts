import type { Result, ResultLine, ResultView } from '@testpoint/interface/codec';
import { UNDER_A_SECOND } from '../verdict/duration.js';

/** When a result ran, epoch milliseconds, and how long, milliseconds; -1 if unknown. */
export interface ResultTimes {
  startedAt: number;
  endedAt: number;
  /** The sum of its attempts, so not always the time from start to end. */
  duration: number;
}

/** How far a duration in whole seconds may be from the exact one, milliseconds. */
const INEXACT = 1_000;

/** The part of a result that says when it ran. */
export interface Timed extends Pick<ResultLine, 'took'> {
  body: Pick<Partial<Result>, 'startedOn' | 'completedOn'>;
  view?: Pick<ResultView, 'duration'>;
  hasView?: boolean;
}

export function resultTimes({ body, took = -1, view, hasView = false }: Timed): ResultTimes {
  const startedAt = timeOf(body.startedOn);
  const completedAt = timeOf(body.completedOn);
  const whole = view?.duration ?? (took === 0 && startedAt < 0 ? UNDER_A_SECOND : took);
  const endedAt = completedAt >= 0 || startedAt < 0 || whole < 0 ? completedAt : startedAt + whole;
  const span = startedAt < 0 || endedAt < startedAt ? -1 : endedAt - startedAt;
  // The view says how long a result took if the span does not.
  const isSpan = hasView ? view?.duration === undefined : whole < 0 || Math.abs(whole - span) <= INEXACT;
  return { startedAt, endedAt, duration: span >= 0 && isSpan ? span : whole };
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

function timeOf(text: string | undefined): number {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? -1 : time;
}
