import { counted } from '@testpoint/report/browser';

export { counted, duration, grouped as count } from '@testpoint/report/browser';

/** `2 tests, 3 results`: a test has a result in each environment. */
export function amount(tests: number, results: number): string {
  return `${counted(tests, 'test')}${tests === results ? '' : `, ${counted(results, 'result')}`}`;
}

/** `23 Nov 2026, 01:43`, in the user's time zone. */
export function moment(time: number): string {
  if (!isTime(time)) return 'at an unknown time';
  const date = new Date(time);
  return `${day(time)}, ${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** `23 Nov 2026`, in the user's time zone. */
export function day(time: number): string {
  if (!isTime(time)) return 'an unknown day';
  const date = new Date(time);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** `01:43:07` */
export function clock(time: number): string {
  if (!isTime(time)) return '–';
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(padded).join(':');
}

/** `512 B`, `1.4 MB` */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  // Rounded, 9.95 kB would be 10.0 kB, and 999.5 kB would be 1000 kB.
  if (size < 9_950) return `${(size / 1000).toFixed(1)} kB`;
  if (size < 999_500) return `${Math.round(size / 1000)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}

/** Not from `Intl`, which takes 25 ms when a page begins. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LAST_TIME = 8.64e15;

/** Whether a date can have this time. */
export function isTime(time: number): boolean {
  return Number.isFinite(time) && Math.abs(time) <= LAST_TIME;
}

function padded(value: number): string {
  return `${value}`.padStart(2, '0');
}
