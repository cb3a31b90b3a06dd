import type { FlushOptions, FlushReport } from './delivery/flush.js';

/**
 * Delivers the journals that earlier sessions left behind. Its code is loaded on demand: reporters never need it, and every
 * suite would pay for loading it.
 */
export async function flush(options: FlushOptions): Promise<FlushReport> {
  const delivery = await import('./delivery/flush.js');
  return delivery.flush(options);
}
