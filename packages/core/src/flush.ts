import type { FlushOptions, FlushReport } from './delivery/flush.js';

/**
 * Delivers the journals that earlier sessions left behind. Loaded when it is called: a reporter never needs it, and every
 * suite would pay for it.
 */
export async function flush(options: FlushOptions): Promise<FlushReport> {
  const delivery = await import('./delivery/flush.js');
  return delivery.flush(options);
}
