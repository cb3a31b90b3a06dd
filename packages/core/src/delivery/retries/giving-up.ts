import type { DeliveryEnd } from '../../between-threads/protocol.js';
import { askedToWait, LONGEST_OBEYED } from '../../service/answers/retry-after.js';
import type { Delivery } from '../delivery.js';
import { silentService, slowService, timeIsOver, uselessService } from '../messages.js';

/** When a drain ends before everything is sent; all times in milliseconds. */
export interface Patience {
  /** In total. */
  timeout: number;
  /** The setting for that time, in the user's terms. */
  limit: string;
  /** Without any answer. */
  silence: number;
  /** Without progress: a successful answer, a result that is accepted or set aside, or bytes of a large upload that are sent. */
  standstill: number;
  /** Between two attempts of a request: several must fit into a standstill. */
  longestPause: number;
  /** How much longer if the service asks us to wait (Retry-After). */
  obeyed: number;
  /** To count the rest at the end. */
  counting: number;
  /** Whether the service may be starting up: what fails may be left out at last. Otherwise, a service that is dead ends the drain. */
  mayRecover: boolean;
}

/** Delays the end of a suite by at most 6 s, of which 1.5 s are for the work around the drain on a busy machine. */
export const SUITE_PATIENCE: Omit<Patience, 'timeout'> = {
  limit: 'closeTimeout',
  silence: 4_500,
  standstill: 4_500,
  longestPause: 1_500,
  obeyed: 0,
  counting: 300,
  mayRecover: false,
};
export const FLUSH_PATIENCE: Omit<Patience, 'timeout'> = {
  limit: '--timeout',
  silence: 10_000,
  standstill: 30_000,
  longestPause: 10_000,
  obeyed: LONGEST_OBEYED,
  counting: Number.POSITIVE_INFINITY,
  mayRecover: true,
};

/** How long a dead service may still accept requests that are under way, milliseconds. */
const LAST_ANSWERS = 1_000;
const LOOK_EVERY = 50;

/**
 * Delivers the rest as long as there is progress. Returns at once if someone has to fix something first.
 * @param since when the wait began, by `performance.now`: other drains of the same service may have waited before
 * @param idleSince when the time without progress began
 */
export async function drainWithin(
  delivery: Delivery,
  patience: Patience,
  since: number = performance.now(),
  idleSince: number = since,
): Promise<DeliveryEnd> {
  const { health } = delivery;
  let { handled } = delivery;
  let gaveUp: string | undefined;

  const reasonToEnd = (): string | undefined => {
    const now = performance.now();
    if (delivery.handled !== handled) {
      handled = delivery.handled;
      health.progressed();
    }
    health.check();
    const { lastAnswer, lastProgress, heldUntil, isDead, underWay } = health;
    const progress = Math.max(idleSince, lastProgress);
    const obeyedUntil = Math.min(heldUntil, progress + patience.obeyed);
    const idle = now - Math.max(progress, obeyedUntil);
    const silent = now - Math.max(since, lastAnswer, lastProgress, obeyedUntil);
    const { trouble } = delivery.state;
    if (now - since > patience.timeout) {
      return timeIsOver(patience.limit, patience.timeout, trouble ?? slowService(patience.limit));
    }
    const isTooLong =
      heldUntil - now > LONGEST_OBEYED || (heldUntil > now && heldUntil - obeyedUntil > patience.standstill);
    if (isTooLong && underWay === 0) return askedToWait(heldUntil - now);
    const isHopeless = isDead && !patience.mayRecover && health.uploads.size === 0;
    const isSilent = silent > (isHopeless ? (underWay > 0 ? LAST_ANSWERS : 0) : patience.silence);
    if (!isSilent && idle <= patience.standstill) return undefined;
    if (patience.mayRecover && delivery.tryLast(!isSilent)) return undefined;
    return trouble ?? (isSilent ? silentService : uselessService);
  };

  const watch = setInterval(() => {
    gaveUp ??= reasonToEnd();
    if (gaveUp !== undefined) delivery.stop();
    // Results may have waited long enough for others by now.
    else delivery.wake();
  }, LOOK_EVERY);
  try {
    await delivery.drain(patience.longestPause);
  } finally {
    clearInterval(watch);
  }
  return { ...delivery.countLeft(patience.counting), ...(gaveUp !== undefined && { gaveUp }) };
}
