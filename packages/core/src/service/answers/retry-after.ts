import { pauseAsked } from '../messages.js';
/** Longest Retry-After to obey, milliseconds. For a longer one, a program ends and says when to try again. */
export const LONGEST_OBEYED = 300_000;
/** A longer wait is as good as forever, milliseconds. Every resulting date can still be displayed. */
const LONGEST = 100 * 365 * 86_400_000;

/**
 * Milliseconds to wait according to a Retry-After header: seconds, or an HTTP date (RFC 9110, 10.2.3). Undefined if it is
 * neither.
 * @param now epoch milliseconds, by the service's clock if known
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : dateOf(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), LONGEST);
}

function dateOf(text: string): number {
  return /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
}

/** The service's clock in epoch milliseconds, from its answer (Date); ours if it has none. */
export function clockOf(header: string | undefined): number {
  const date = header === undefined ? Number.NaN : dateOf(header.trim());
  return Number.isNaN(date) ? Date.now() : date;
}

/** Until when the service asks us to wait. @param wait milliseconds from now */
export function askedToWait(wait: number): string {
  return pauseAsked(timeOf(new Date(Date.now() + wait)));
}

/** "14:05", with the date before it unless it is today. */
function timeOf(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
}
