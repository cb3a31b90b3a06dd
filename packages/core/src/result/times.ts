import { floor, min, round, slice, toIso } from '../built-ins/language.js';

/** When something ran, in the form of the interface; unknown times are absent. */
export interface Times {
  startedOn?: string;
  completedOn?: string;
  /** An integer in the duration unit. */
  duration?: number;
}

export type DurationUnit = 'seconds' | 'milliseconds';

/** 9999-12-31T23:59:59.999Z: a timestamp's year has four digits. */
const LAST_TIME = 253_402_300_799_999;
const LONGEST_MILLISECONDS = 86_400_000;
/** An unknown time: neither before nor after any other. */
export const UNKNOWN: number = Number.NaN;
const UNIT_MILLISECONDS = { seconds: 1000, milliseconds: 1 } as const;

/** When something ran: epoch milliseconds, and a duration in milliseconds. */
export interface TimeSpan {
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  /** If absent, the time from start to end. */
  duration?: number | undefined;
}

/** Adds start, end and duration to a result or step. An end before the start becomes the start. */
export function addTimes(target: Times, times: TimeSpan, unit: DurationUnit): void {
  const start = knownTime(times.startedAt);
  const known = knownTime(times.endedAt);
  const took = knownTime(times.duration);
  const end = (known ?? UNKNOWN) < (start ?? UNKNOWN) ? start : known;
  if (start !== undefined) target.startedOn = timestamp(start);
  if (end !== undefined) target.completedOn = timestamp(end);
  if (took !== undefined) target.duration = duration(took, unit);
  else if (start !== undefined && end !== undefined) target.duration = duration(end - start, unit);
}

/** The time in integer milliseconds, or undefined if the wire format can't represent it. */
export function knownTime(time: number | undefined): number | undefined {
  return typeof time === 'number' && time >= 0 && time <= LAST_TIME ? floor(time) : undefined;
}

function duration(milliseconds: number, unit: DurationUnit): number {
  return round(min(milliseconds, LONGEST_MILLISECONDS) / UNIT_MILLISECONDS[unit]);
}

let cachedSecond = -1;
let cachedText = '';

/** There are many steps per second, and formatting a date costs more than the rest of a step. */
function timestamp(time: number): string {
  const second = floor(time / 1000);
  if (second !== cachedSecond) {
    cachedText = slice(toIso(second * 1000), 0, 20);
    cachedSecond = second;
  }
  const milliseconds = time - second * 1000;
  const padding = milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : '';
  return `${cachedText}${padding}${milliseconds}Z`;
}
