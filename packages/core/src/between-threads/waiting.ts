import { ceil, fixed, round } from '../built-ins/language.js';

/** What waits in an outbox for somebody to deliver it. */
export interface Waiting {
  sessions: number;
  /** Those of them that other processes have left. */
  others: number;
  /** Size of their files. */
  bytes: number;
  /** There was no time to look at everything: the numbers are the least that there is. */
  isAtLeast: boolean;
}

/** So much is worth saying aloud: nothing undelivered is ever removed by itself, and disks are finite. Bytes. */
export const MUCH_WAITING = 1024 ** 3;

/** "3 sessions are waiting in .testpoint (12 MiB)". @param where the outbox, as the user knows it */
export function describeWaiting({ sessions, bytes, isAtLeast }: Waiting, where: string): string {
  const count = `${isAtLeast ? 'At least ' : ''}${sessions}`;
  const size = `${isAtLeast ? 'more than ' : ''}${inUnits(bytes)}`;
  return `${count} ${sessions === 1 ? 'session is waiting' : 'sessions are waiting'} in ${where} (${size})`;
}

function inUnits(bytes: number): string {
  if (bytes < 1024 ** 2) return `${ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${round(bytes / 1024 ** 2)} MiB`;
  return `${fixed(bytes / 1024 ** 3, 1)} GiB`;
}
