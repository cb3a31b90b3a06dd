import { concludeSession } from '../outbox/concluding.js';
import { troubleOf } from '../outbox/foreign.js';
import { isForsaken, LOCK_BEAT, type LockOwner, SessionLock } from '../outbox/lock.js';
import {
  isSession,
  listSessions,
  removeSession,
  type SessionFiles,
  sessionFiles,
  sessionName,
  tidyOutbox,
} from '../outbox/outbox.js';
import { compileRedaction } from '../result/redaction.js';
import { createServiceClient, type ServiceClient } from '../service/client.js';
import { drainWithin, FLUSH_PATIENCE, SUITE_PATIENCE } from './closing.js';
import { Delivery } from './delivery.js';
import type { Refusal } from './delivery-state.js';
import { Lanes } from './lanes.js';
import { type DeliveryEnd, type DeliverySettings, isDelivered } from './protocol.js';
import { ServicePulse } from './service-pulse.js';
import { atMost, Width } from './width.js';

export interface FlushOptions {
  /** Outboxes, or folders of single sessions. */
  directory: string | readonly string[];
  settings: DeliverySettings;
  /** Results that are not among their run's test points count as done. Default false. */
  dropUnmatched?: boolean;
  /** Journal lines that can't be read are given up with the rest of their session. Default false. */
  dropUnreadable?: boolean;
  /** Only say what would be delivered. Default false. */
  dryRun?: boolean;
  /** How long it may go on, milliseconds; it ends earlier when nothing makes progress. Default without limit. */
  timeout?: number;
  /** Waits for the service no longer than the end of a suite does: 4.5 s without progress. Default false. */
  impatient?: boolean;
  /** Called as results are delivered. */
  onProgress?(session: FlushedSession): void;
}

/** What a flush did with one session. Counts are of results. */
export interface FlushedSession {
  /** The session's folder. */
  directory: string;
  name: string;
  /** `busy`: its suite, or another flush, is delivering it. `unreadable`: its files are not what a session leaves. */
  outcome: 'delivered' | 'left' | 'busy' | 'unreadable';
  runId?: string;
  sent: number;
  refused: number;
  unmatched: number;
  refusals: Refusal[];
  attachmentsRefused: string[];
  /** Results that are still to be delivered, the refused not counted. */
  left: number;
  /** Lines of the journal that can't be read: damaged, missing, or of a shape that is not known. */
  unreadable: number;
  /** Beginnings of lines that a killed process or a full disk has left. Nothing is lost with them. */
  fragments: number;
  /** Why something is left. */
  reason?: string;
  /** Why what was delivered could not be marked in the session's folder: another flush of it would send it again. */
  unmarked?: string;
}

export interface FlushReport {
  sessions: FlushedSession[];
  /** Results that are still in an outbox, the refused ones among them. */
  left: number;
  /** Journal lines that can't be read, of the sessions that were kept. */
  unreadable: number;
  /** Nothing is left in any outbox. */
  isClean: boolean;
}

/** Sessions delivered at once. */
const SESSIONS_AT_ONCE = 3;

/** What is not known before a delivery's end. */
const SO_FAR = { left: 0, lost: 0, unwritten: 0, unreadable: 0, fragments: 0 };
const NOTHING = {
  ...{ sent: 0, refused: 0, unmatched: 0, refusals: [], attachmentsRefused: [] },
  ...{ left: 0, unreadable: 0, fragments: 0 },
};

/** What all sessions of one flush share. */
interface Shared {
  service: ServiceClient;
  /** One session sees what another has heard of the service: that it is gone, or wants to be left alone for a while. */
  pulse: ServicePulse;
  /** When the flush began, by `performance.now`. */
  since: number;
}

/** Delivers the journals that earlier sessions left behind, even from a folder that can't be written to. */
export async function flush(options: FlushOptions): Promise<FlushReport> {
  const { directory, settings } = options;
  const directories = typeof directory === 'string' ? [directory] : directory;
  if (!options.dryRun) for (const outbox of directories) tidyOutbox(outbox, settings.keepDelivered);
  const folders = directories.flatMap(listSessions);
  const lanes = new Lanes(new Width(SESSIONS_AT_ONCE, SESSIONS_AT_ONCE));
  const service = createServiceClient({ ...settings, concurrency: SESSIONS_AT_ONCE * atMost(settings.concurrency) });
  const shared = { service, pulse: new ServicePulse(), since: performance.now() };
  const done = await Promise.all(
    [...new Set(folders)].map((folder) => lanes.run(() => flushSession(folder, options, shared))),
  ).finally(() => service.close());
  const sessions = done.filter((session) => session !== undefined);
  let left = 0;
  let unreadable = 0;
  for (const session of sessions) {
    left += session.left + session.refused;
    if (session.outcome !== 'delivered') unreadable += session.unreadable;
  }
  return { sessions, left, unreadable, isClean: sessions.every(({ outcome }) => outcome === 'delivered') };
}

/** Undefined: another flush has cleared the session away since it was listed. */
async function flushSession(
  directory: string,
  options: FlushOptions,
  shared: Shared,
): Promise<FlushedSession | undefined> {
  const name = sessionName(directory);
  const nothing = { ...NOTHING, directory, name };
  const patience = options.dryRun || options.impatient ? 0 : (options.timeout ?? Number.POSITIVE_INFINITY);
  const lock = await acquireLock(directory, patience);
  if (lock === undefined) return undefined;
  if ('pid' in lock) {
    return { ...nothing, outcome: 'busy', reason: `process ${lock.pid} on ${lock.host} is delivering it` };
  }
  const files = sessionFiles(directory);
  const beating = setInterval(() => lock.beat(), LOCK_BEAT);
  try {
    const trouble = troubleOf(files);
    if (trouble !== undefined) return { ...nothing, outcome: 'unreadable', reason: trouble };
    return await deliverSession(files, options, shared);
  } catch (error) {
    // One session's trouble is not the others'.
    return { ...nothing, outcome: 'left', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearInterval(beating);
    lock.release();
  }
}

async function deliverSession(
  files: SessionFiles,
  options: FlushOptions,
  { service, pulse, since }: Shared,
): Promise<FlushedSession> {
  const { settings } = options;
  const { directory } = files;
  const report = (end: DeliveryEnd): FlushedSession => {
    const { state, left, unreadable, fragments } = end;
    const { runId, sent, refused, unmatched, refusals, attachmentsRefused } = state;
    const reason = state.paused ?? end.gaveUp;
    const isDone = isDelivered(options.dropUnreadable === true ? { ...end, unreadable: 0 } : end);
    return {
      ...{ directory, name: sessionName(directory) },
      ...{ sent, refused, unmatched, refusals, attachmentsRefused, left, unreadable, fragments },
      outcome: isDone ? 'delivered' : 'left',
      ...(runId !== undefined && { runId }),
      ...(reason !== undefined && { reason }),
    };
  };
  const delivery: Delivery = new Delivery({
    ...settings,
    files,
    runId: settings.testRunId,
    redaction: compileRedaction(settings.secretKey, settings.redact),
    service,
    pulse,
    live: false,
    dropUnmatched: options.dropUnmatched ?? false,
    onChange: () => options.onProgress?.(report({ state: delivery.state, ...SO_FAR })),
  });
  const session = await deliver(delivery, options, since).then(report);
  if (options.dryRun) return session;
  const isDone = session.outcome === 'delivered';
  const { unmarked } = concludeSession(files, isDone, delivery.unmarked, settings.keepDelivered) ?? {};
  return unmarked === undefined ? session : { ...session, unmarked };
}

async function deliver(
  delivery: Delivery,
  { dryRun, impatient, timeout = Number.POSITIVE_INFINITY }: FlushOptions,
  since: number,
): Promise<DeliveryEnd> {
  try {
    if (dryRun) return { state: delivery.state, ...delivery.countLeft() };
    // Each session has its own time to get anywhere, since its run may be what the trouble is about.
    const idleSince = impatient ? since : performance.now();
    const patience = { ...(impatient ? SUITE_PATIENCE : FLUSH_PATIENCE), timeout };
    return await drainWithin(delivery, patience, since, idleSince);
  } finally {
    delivery.close();
  }
}

/** What stands in for a lock where none can be written. */
const NO_LOCK: Pick<SessionLock, 'beat' | 'release'> = { beat() {}, release() {} };
/** Why a lock file can't be written where a journal can be read: no room or no inode, a read-only or foreign folder. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

/**
 * The lock, who holds it, or undefined when there is nothing (left) in the folder to deliver.
 * @param patience how long to wait for a holder that may be dead, milliseconds
 */
async function acquireLock(directory: string, patience: number): Promise<typeof NO_LOCK | LockOwner | undefined> {
  if (!isSession(directory)) return undefined;
  try {
    let lock = SessionLock.acquire(directory);
    if (!(lock instanceof SessionLock) && (await isForsaken(directory, lock, patience))) {
      lock = SessionLock.acquire(directory, lock);
    }
    if (!(lock instanceof SessionLock) || isSession(directory)) return lock;
    removeSession(directory);
    return undefined;
  } catch (error) {
    if (!isSession(directory)) return undefined;
    // A living holder was seen before. Two flushes without a lock may send everything twice, which is better than never.
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code)) return NO_LOCK;
    throw error;
  }
}
