import type { Delivery } from './delivery.js';
import type { DeliveryEnd } from './protocol.js';

/** Without a byte of answer for so long, the service counts as dead; milliseconds. */
const SILENCE = 5_000;
/** Answers that take nothing in are not progress; milliseconds. */
const STANDSTILL = 10_000;
const LOOK_EVERY = 50;

/**
 * Delivers the rest while that makes progress, and at most so long (milliseconds). Returns at once when somebody has
 * to mend something first, or when the service is known to be dead.
 */
export async function drainWithin(delivery: Delivery, closeTimeout: number): Promise<DeliveryEnd> {
  const begun = Date.now();
  let gaveUp: string | undefined;
  let done = delivery.state.sent;
  let lastProgress = begun;
  const watch = setInterval(() => {
    const now = Date.now();
    const { sent, refused, trouble } = delivery.state;
    if (sent + refused !== done) {
      done = sent + refused;
      lastProgress = now;
    }
    if (now - Math.max(begun, delivery.lastActivity) > SILENCE) delivery.trip();
    if (delivery.breakerIsOpen) gaveUp = trouble ?? 'the service does not answer';
    else if (now - lastProgress > STANDSTILL && !delivery.isUploading)
      gaveUp = trouble ?? 'the service takes nothing in';
    else if (now - begun > closeTimeout) gaveUp = `closeTimeout (${closeTimeout} ms) has passed`;
    if (gaveUp !== undefined) delivery.stop();
  }, LOOK_EVERY);
  await delivery.drain();
  clearInterval(watch);
  const left = delivery.countLeft();
  return { state: delivery.state, left, ...(gaveUp !== undefined && { gaveUp }) };
}
