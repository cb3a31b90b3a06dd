import type { SessionFiles } from '../outbox/format/session-files.js';
import type { SessionLock } from '../outbox/lock/lock.js';
import type { Progress } from '../outbox/read/progress.js';
import type { Redaction } from '../result/masking/redaction.js';
import type { ServiceClient } from '../service/client.js';
import type { DeliverySettings } from '../settings/delivery-settings.js';
import type { DeliveryAccount } from './delivery-account.js';
import type { ServiceHealth } from './retries/service-health.js';
import type { SessionClient } from './session-client.js';

export interface DeliveryOptions extends Omit<DeliverySettings, 'testRunId'> {
  /** Undefined if there is no place to write to, and everything comes through `acceptLine` and `acceptContent`. */
  files: SessionFiles | undefined;
  service: ServiceClient;
  /** Whether the journal still grows and its session's process is alive. */
  live: boolean;
  /** The lock, held during delivery if the journal is in a folder. */
  lock?: SessionLock | undefined;
  /**
   * Whether nothing proves that the session's process is dead. Unless the journal says that the session is over, data that
   * may still change is left alone: no attempt counts as a result, and no run is ended.
   */
  mayGrow?: boolean;
  /** How long a result waits for others to share its request, milliseconds. Default: 1000 */
  flushInterval?: number;
  /** Secrets to mask in text attachments. */
  redaction: Redaction;
  /** The run for journals whose session named none. */
  runId?: string | undefined;
  /** Whether the user discards unmatched results, which then count as done. */
  dropUnmatched?: boolean;
  /** Health of the service, shared by several deliveries. Default: its own. */
  health?: ServiceHealth;
  /** Why nothing is sent at all. */
  paused?: string | undefined;
  onChange?: () => void;
}

/** What the parts of one delivery share. */
export interface DeliveryContext extends DeliveryOptions {
  client: SessionClient;
  progress: Progress;
  account: DeliveryAccount;
  health: ServiceHealth;
  /** Aborted when delivery is over or given up. */
  signal: AbortSignal;
  /** Does everything that is possible now. Call it after every event. */
  pump(): void;
}
