import { option } from '../option.js';
import { oneOf, path, whole } from '../schemas.js';

const HOUR = 3_600_000;

/** How results are delivered. Times are milliseconds. */
export const deliveryOptions = {
  /** Folder of the outbox, where results wait for delivery; relative to the id root, in a file to that file. @default .testpoint */
  outboxDir: option(path, { default: '.testpoint', environment: ['TMS_OUTBOX_DIR'], stops: 'recording' }),
  /** Maximum number of results in one request. A result waits at most 1 s for others. @default 100 */
  batchSize: option(() => whole(1, 10_000, 'results'), {
    default: 100,
    environment: ['TMS_BATCH_SIZE'],
    delivery: true,
  }),
  /**
   * Maximum number of simultaneous requests of a kind (results, attachments). At most four of them send attachments over 64 KiB.
   * @default 32
   */
  concurrency: option(() => whole(1, 64, 'requests at once'), {
    default: 32,
    environment: ['TMS_CONCURRENCY'],
    delivery: true,
  }),
  /** Maximum time for a request and its whole answer; attachments get 1 s more for each 64 KiB. @default 10000 */
  requestTimeout: option(() => whole(100, HOUR, 'milliseconds'), {
    default: 10_000,
    environment: ['TMS_REQUEST_TIMEOUT'],
    delivery: true,
  }),
  /**
   * Maximum time to wait for delivery at the end of a run. The wait ends earlier after 4.5 s without progress.
   * @default 30000
   */
  closeTimeout: option(() => whole(0, HOUR, 'milliseconds'), { default: 30_000, environment: ['TMS_CLOSE_TIMEOUT'] }),
  /** `fail` makes the run fail if some results were not delivered. @default warn */
  onUndelivered: option(() => oneOf('warn', 'fail'), { default: 'warn', environment: ['TMS_ON_UNDELIVERED'] }),
  /** Days to keep a delivered journal. @default 0 */
  keepDelivered: option(() => whole(0, 3650, 'days'), {
    default: 0,
    environment: ['TMS_KEEP_DELIVERED'],
    delivery: true,
  }),
};
