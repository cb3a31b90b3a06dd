import type { SessionFiles } from '../outbox/format/session-files.js';
import type { SessionLock } from '../outbox/lock/lock.js';
import type { Redaction } from '../result/redaction.js';
import type { ServiceClient } from '../service/client.js';
import type { ConfigurationSetting } from '../settings/settings.js';
import type { ServiceHealth } from './requests/service-health.js';

export interface DeliveryOptions {
  /** Undefined: there is no place to write to, everything comes by `acceptLine` and `acceptContent`. */
  files: SessionFiles | undefined;
  service: ServiceClient;
  /** The journal still grows, and its session's process lives. */
  live: boolean;
  /** Held while delivering, where the journal is in a folder. */
  lock?: SessionLock | undefined;
  /**
   * Nothing proves that the session's process is dead. Unless the journal says that the session is over, what may still
   * change is left alone: no attempt counts as a result, and no run is ended.
   */
  mayGrow?: boolean;
  /** The run is left open, as its session may still use it. */
  leavesRun?: boolean;
  /** What is masked in text attachments. */
  redaction: Redaction;
  batchSize: number;
  flushInterval: number;
  concurrency: number;
  startConcurrency: number;
  /** For journals whose session named no run. */
  runId?: string | undefined;
  /** For results whose session knew no configuration. */
  configurationId?: string | undefined;
  configurations: Record<string, ConfigurationSetting>;
  /** What a user gives up: unmatched results count as done. */
  dropUnmatched?: boolean;
  /** Where several deliveries to the same service share its signs of life. Default: its own. */
  health?: ServiceHealth;
  onChange?: () => void;
}
