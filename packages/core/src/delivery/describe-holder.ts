import { LOCK_BEAT, type LockOwner } from '../outbox/lock/lock-file.js';
import { beingDelivered, maybeRunning } from './messages.js';

/** Why a session is left alone. */
export function describeBusy(owner: LockOwner): string {
  const silence = Date.now() - owner.beat;
  return beingDelivered(owner.pid, owner.host, silence > 3 * LOCK_BEAT ? agoOf(silence) : '');
}

/** Why a session is kept although everything in it was delivered. */
export function describeDoubt({ pid, host, beat }: LockOwner): string {
  return maybeRunning(pid, host, agoOf(Date.now() - beat));
}

function agoOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
