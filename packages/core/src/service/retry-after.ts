/** Longest Retry-After that is obeyed, milliseconds: whoever is asked to wait longer ends, and says until when. */
export const LONGEST_OBEYED = 300_000;
/** Waits beyond this are as good as for ever, milliseconds: every date that comes of them can still be shown. */
const LONGEST = 100 * 365 * 86_400_000;

/**
 * Milliseconds to wait as a Retry-After header says it: seconds, or an HTTP date (RFC 9110, 10.2.3). Undefined for what
 * is neither.
 *
 * @param now epoch milliseconds, by the service's clock where that is known
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

/** The service's clock in epoch milliseconds, as its answer shows it (Date); ours where it does not. */
export function clockOf(header: string | undefined): number {
  const date = header === undefined ? Number.NaN : dateOf(header.trim());
  return Number.isNaN(date) ? Date.now() : date;
}

/** Until when the service wants to be left alone. @param wait milliseconds from now */
export function askedToWait(wait: number): string {
  return `the service asks us to wait until ${timeOf(new Date(Date.now() + wait))} (Retry-After)`;
}

/** "14:05", with the date before it where it is not today. */
function timeOf(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
}
