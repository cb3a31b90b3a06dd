import { ceil, fixed, round } from '../built-ins/language.js';

/** Undelivered sessions in an outbox. */
export interface WaitingSessions {
  sessions: number;
  /** Those of them left by other processes. */
  others: number;
  /** Size of their files. */
  bytes: number;
  /** Whether there was no time to look at everything. Then the numbers are minimums. */
  isAtLeast: boolean;
}

/** Warn from this size on, bytes: nothing undelivered is ever deleted automatically, and disks are finite. */
export const MUCH_WAITING = 1024 ** 3;

/** "3 sessions are waiting in .testpoint (12 MiB)". @param where the outbox, as the user knows it */
export function describeWaiting({ sessions, bytes, isAtLeast }: WaitingSessions, where: string): string {
  const count = `${isAtLeast ? 'At least ' : ''}${sessions}`;
  const size = `${isAtLeast ? 'more than ' : ''}${inUnits(bytes)}`;
  return `${count} ${sessions === 1 ? 'session is waiting' : 'sessions are waiting'} in ${where} (${size})`;
}

function inUnits(bytes: number): string {
  if (bytes < 1024 ** 2) return `${ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${round(bytes / 1024 ** 2)} MiB`;
  return `${fixed(bytes / 1024 ** 3, 1)} GiB`;
}
