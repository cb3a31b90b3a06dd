import type { Delivery } from './delivery.js';
import type { DeliveryEnd } from './protocol.js';

/** When a drain ends before everything is sent; all in milliseconds. */
export interface Patience {
  /** In all. */
  timeout: number;
  /** Without a byte of answer. */
  silence: number;
  /** The same while the circuit breaker is open. */
  openBreaker: number;
  /** With answers that take nothing in. */
  standstill: number;
}

const LOOK_EVERY = 50;

/** Delivers the rest while that makes progress. Returns at once when somebody has to mend something first. */
export async function drainWithin(delivery: Delivery, patience: Patience): Promise<DeliveryEnd> {
  const { pulse } = delivery;
  const begun = Date.now();
  let gaveUp: string | undefined;
  let handled = delivery.handled;
  let lastProgress = begun;
  const watch = setInterval(() => {
    const now = Date.now();
    if (delivery.handled !== handled) {
      handled = delivery.handled;
      lastProgress = now;
    }
    const silent = now - Math.max(begun, pulse.lastActivity);
    const { trouble } = delivery.state;
    if (silent > patience.silence) pulse.trip();
    if (pulse.isGone && silent > patience.openBreaker) gaveUp = trouble ?? 'the service does not answer';
    else if (now - lastProgress > patience.standstill && !pulse.isUploading) {
      gaveUp = trouble ?? 'the service takes nothing in';
    } else if (now - begun > patience.timeout) gaveUp = `${patience.timeout} ms have passed`;
    if (gaveUp !== undefined) delivery.stop();
    // Results may by now have waited long enough for others.
    else delivery.wake();
  }, LOOK_EVERY);
  await delivery.drain();
  clearInterval(watch);
  return { state: delivery.state, ...delivery.countLeft(), ...(gaveUp !== undefined && { gaveUp }) };
}
