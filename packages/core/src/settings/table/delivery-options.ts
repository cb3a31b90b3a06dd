import { option } from '../option.js';
import { oneOf, text, whole } from '../schemas.js';

const HOUR = 3_600_000;

/** How results get there. Times are milliseconds. */
export const deliveryOptions = {
  /** The outbox, in which results wait for delivery; relative to the id root. @default .testpoint */
  outboxDir: option(text, { default: '.testpoint', environment: ['TMS_OUTBOX_DIR'] }),
  /** Results of one request. @default 100 */
  batchSize: option(() => whole(1, 10_000, 'results'), { default: 100, environment: ['TMS_BATCH_SIZE'] }),
  /** How long a result waits for others to be sent with. @default 1000 */
  flushInterval: option(() => whole(1, HOUR, 'milliseconds'), { default: 1000, environment: ['TMS_FLUSH_INTERVAL'] }),
  /** The most requests of a kind (results, attachments) at once; at most four of them send attachments beyond 64 KiB. @default 32 */
  concurrency: option(() => whole(1, 64, 'requests at once'), { default: 32, environment: ['TMS_CONCURRENCY'] }),
  /**
   * How many requests of a kind are made at once in the beginning, and again after an answer that took more than a second;
   * one more after each answer within 250 ms while others wait. More than `concurrency` does not count.
   * @default 4
   */
  startConcurrency: option(() => whole(1, 64, 'requests at once'), {
    default: 4,
    environment: ['TMS_START_CONCURRENCY'],
  }),
  /** Longest that a request and its whole answer may take; attachments get 1 s more for each 64 KiB. @default 10000 */
  requestTimeout: option(() => whole(100, HOUR, 'milliseconds'), {
    default: 10_000,
    environment: ['TMS_REQUEST_TIMEOUT'],
  }),
  /**
   * Longest time that the end of a run waits for delivery while that makes progress; 4.5 s without progress end it earlier.
   * @default 30000
   */
  closeTimeout: option(() => whole(0, HOUR, 'milliseconds'), { default: 30_000, environment: ['TMS_CLOSE_TIMEOUT'] }),
  /** `fail`: a run whose results were not all delivered fails. @default warn */
  onUndelivered: option(() => oneOf('warn', 'fail'), { default: 'warn', environment: ['TMS_ON_UNDELIVERED'] }),
  /** Days that a delivered journal is kept. @default 0 */
  keepDelivered: option(() => whole(0, 3650, 'days'), { default: 0, environment: ['TMS_KEEP_DELIVERED'] }),
};
