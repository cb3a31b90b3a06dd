import type { DeliveryEnd } from '../src/between-threads/protocol.js';
import { Delivery } from '../src/delivery/delivery.js';
import { drainWithin, FLUSH_PATIENCE } from '../src/delivery/retries/giving-up.js';
import { sessionFiles } from '../src/outbox/format/session-files.js';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { ServiceClient } from '../src/service/client.js';
import { deliverySettings, KEY, type TestJournal } from './journals.js';

const SECOND = 1_000;

/** Like a flush that waits for a second instead of many. */
export async function drainImpatiently(journal: TestJournal, url: string): Promise<DeliveryEnd> {
  const settings = deliverySettings(url);
  const service = new ServiceClient(settings);
  const files = sessionFiles(journal.directory);
  const delivery = new Delivery({ ...settings, files, service, live: false, redaction: compileRedaction(KEY, []) });
  try {
    return await drainWithin(delivery, {
      ...FLUSH_PATIENCE,
      silence: SECOND,
      standstill: SECOND,
      longestPause: SECOND / 5,
      timeout: Number.POSITIVE_INFINITY,
    });
  } finally {
    delivery.close();
    service.close();
  }
}
