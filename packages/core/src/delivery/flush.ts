import {
  type DeliveryEnd,
  type DeliveryState,
  initialState,
  isDelivered,
  NOTHING_LEFT,
} from '../between-threads/protocol.js';
import { type SessionFiles, sessionFiles } from '../outbox/format/session-files.js';
import { LOCK_BEAT, type LockOwner } from '../outbox/lock/lock-file.js';
import { type Taken, takeOver } from '../outbox/lock/taking-over.js';
import { whyNotDelivered } from '../outbox/read/session-check.js';
import { isSession, listSessions, sessionName } from '../outbox/read/sessions.js';
import { removeSession, tidyOutbox } from '../outbox/tidy/clearing.js';
import { concludeSession } from '../outbox/tidy/concluding.js';
import { compileRedaction, slowPatterns } from '../result/masking/redaction.js';
import { ServiceClient } from '../service/client.js';
import type { DeliverySettings } from '../settings/delivery-settings.js';
import { Delivery } from './delivery.js';
import type { DeliveryOptions } from './delivery-options.js';
import { describeBusy, describeDoubt } from './describe-holder.js';
import { drainWithin, FLUSH_PATIENCE, SUITE_PATIENCE } from './retries/giving-up.js';
import { ServiceHealth } from './retries/service-health.js';
import { connectionsFor, TaskQueue } from './retries/task-queue.js';
import { MissingReports, type SessionReport } from './session-report.js';

export interface FlushOptions {
  /** Outboxes, or folders of single sessions. */
  directory: string | readonly string[];
  settings: DeliverySettings;
  /** Results without a matching test point in their run count as done. Default false. */
  dropUnmatched?: boolean;
  /** Discards unreadable journal lines, with the rest of their session. Default false. */
  dropUnreadable?: boolean;
  /**
   * Treats sessions whose process may still be running as dead. A session whose process shows a sign of life is left alone
   * anyway. Default false.
   */
  force?: boolean;
  /** Only report what would be delivered. Default false. */
  dryRun?: boolean;
  /** Maximum time, milliseconds. Without progress, the flush ends earlier. Default: no limit. */
  timeout?: number;
  /** The environment that names a proxy. Default: the process's. */
  env?: NodeJS.ProcessEnv;
  /** Waits for the service no longer than a suite does at its end: 4.5 s without progress. Default false. */
  impatient?: boolean;
  /** Called as results are delivered. */
  onProgress?(session: FlushedSession): void;
}

/** The outcome of a flush for one session. Counts are of results. */
export interface FlushedSession
  extends Pick<DeliveryState, 'runId' | 'sent' | 'refused' | 'unmatched' | 'refusals'>,
    Pick<DeliveryState, 'attachmentsMissing' | 'attachmentsRefused'>,
    Pick<DeliveryEnd, 'left' | 'unreadable' | 'fragments' | 'report'> {
  /** The session's folder. */
  directory: string;
  name: string;
  /**
   * `delivered`: everything, and the session is deleted. `left`: something is left. `busy`: its suite, or another flush, is
   * delivering it. `maybe-running`: delivered as far as possible, and kept, because its suite may still be running.
   * `unreadable`: its files are not those of a session.
   */
  outcome: 'delivered' | 'left' | 'busy' | 'maybe-running' | 'unreadable';
  /** Why something is left. */
  reason?: string;
  /** Why deliveries could not be marked in the session's folder. Another flush would send them again. */
  unmarked?: string;
}

export interface FlushReport {
  sessions: FlushedSession[];
  /** Results that are still in an outbox, including refused ones. */
  left: number;
  /** Unreadable journal lines in sessions that were kept. */
  unreadable: number;
  /** Whether nothing is left in any outbox. */
  isClean: boolean;
  /** One sentence about each pattern of `redact` that could not search some content in time. */
  slowPatterns: string[];
}

/** How many sessions to deliver at once. */
const SESSIONS_AT_ONCE = 3;

/** Data shared by all sessions of one flush. */
interface Shared {
  /** The options of every delivery. */
  common: Omit<DeliveryOptions, 'files'>;
  reports: MissingReports;
  /** When the flush began, by `performance.now`. */
  since: number;
}

/** Delivers the journals that earlier sessions left behind, even from a read-only folder. */
export async function flush(options: FlushOptions): Promise<FlushReport> {
  const { directory, settings } = options;
  const directories = typeof directory === 'string' ? [directory] : directory;
  if (!options.dryRun) for (const outbox of directories) tidyOutbox(outbox, settings.keepDelivered);
  const folders = new Set(directories.flatMap(listSessions));
  const atOnce = Math.max(1, Math.min(SESSIONS_AT_ONCE, folders.size, settings.concurrency));
  const service = new ServiceClient({
    ...settings,
    ...(options.env !== undefined && { env: options.env }),
    concurrency: connectionsFor(settings.concurrency, atOnce),
  });
  const redaction = compileRedaction(settings.secretKey, settings.redact);
  const common = {
    ...settings,
    // The limits apply to all sessions together.
    concurrency: Math.floor(settings.concurrency / atOnce),
    runId: settings.testRunId,
    ...{ redaction, service, live: false, dropUnmatched: options.dropUnmatched ?? false },
    // Sessions share their knowledge of the service: that it is gone, or asks us to wait.
    health: new ServiceHealth(),
  };
  const shared = { common, reports: new MissingReports(folders, redaction), since: performance.now() };
  const queue = new TaskQueue(atOnce);
  const flushed = [...folders].map((folder) => queue.add(() => flushSession(folder, options, shared)));
  const done = await Promise.all(flushed).finally(() => service.close());
  const sessions = done.filter((session) => session !== undefined);
  let left = 0;
  let unreadable = 0;
  for (const session of sessions) {
    left += session.left + session.refused;
    if (session.outcome !== 'delivered') unreadable += session.unreadable;
  }
  const isClean = sessions.every(({ outcome }) => outcome === 'delivered');
  return { sessions, left, unreadable, isClean, slowPatterns: slowPatterns(redaction) };
}

/** Undefined if another flush has deleted the session since it was listed. */
async function flushSession(
  directory: string,
  options: FlushOptions,
  shared: Shared,
): Promise<FlushedSession | undefined> {
  const name = sessionName(directory);
  const nothing = { ...countsOf({ ...NOTHING_LEFT, state: initialState() }), directory, name };
  try {
    const taken = await takeSession(directory, options);
    if (taken === undefined) return undefined;
    if (!('maybeAlive' in taken)) return { ...nothing, outcome: 'busy', reason: describeBusy(taken) };
    try {
      const files = sessionFiles(directory);
      const trouble = whyNotDelivered(files);
      if (trouble !== undefined) return { ...nothing, outcome: 'unreadable', reason: trouble };
      return await deliverSession(files, taken, options, shared);
    } finally {
      taken.lock?.release();
    }
  } catch (error) {
    // A problem of one session must not affect the others.
    return { ...nothing, outcome: 'left', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function deliverSession(
  files: SessionFiles,
  { lock, maybeAlive }: Taken,
  options: FlushOptions,
  { common, reports, since }: Shared,
): Promise<FlushedSession> {
  const { directory } = files;
  const report = (end: DeliveryEnd, isShared = false): FlushedSession => {
    const { runId, paused } = end.state;
    const doubt = maybeAlive !== undefined && (isShared || !delivery.isOver) ? describeDoubt(maybeAlive) : undefined;
    const reason = paused ?? end.gaveUp ?? doubt;
    const isDone =
      doubt === undefined && isDelivered(options.dropUnreadable === true ? { ...end, unreadable: 0 } : end);
    return {
      ...{ directory, name: sessionName(directory), ...countsOf(end) },
      outcome: isDone ? 'delivered' : doubt === undefined ? 'left' : 'maybe-running',
      ...(runId !== undefined && { runId }),
      ...(reason !== undefined && { reason }),
    };
  };
  const delivery: Delivery = new Delivery({
    ...{ ...common, files, lock, mayGrow: maybeAlive !== undefined },
    onChange: () => options.onProgress?.(report(delivery.soFar)),
  });
  const end = await deliver(delivery, options, since);
  // Its suite may have woken up, and then needs the session's files.
  const isShared = lock?.isShared ?? false;
  const delivered = report(end, isShared);
  if (options.dryRun) return delivered;
  // The report needs the session's attachments, so it is made before they are deleted.
  const isOver = delivered.outcome !== 'maybe-running';
  const session = withReport(delivered, isOver ? await reports.make(files, end) : undefined);
  const isDone = session.outcome === 'delivered' && !isShared;
  const { unmarked } = concludeSession(files, isDone, delivery.unmarked, options.settings.keepDelivered) ?? {};
  return unmarked === undefined ? session : { ...session, unmarked };
}

function countsOf({ state, left, unreadable, fragments }: DeliveryEnd) {
  const { sent, refused, unmatched, refusals, attachmentsMissing, attachmentsRefused } = state;
  return { sent, refused, unmatched, refusals, attachmentsMissing, attachmentsRefused, left, unreadable, fragments };
}

/** A session whose report can't be made is kept. */
function withReport(session: FlushedSession, made: SessionReport | undefined): FlushedSession {
  if (made === undefined) return session;
  const { unreadable: _, ...report } = made;
  return 'failed' in report && session.outcome === 'delivered'
    ? { ...session, report, outcome: 'left' }
    : { ...session, report };
}

async function deliver(
  delivery: Delivery,
  { dryRun, impatient, timeout = Number.POSITIVE_INFINITY }: FlushOptions,
  since: number,
): Promise<DeliveryEnd> {
  const beating = setInterval(() => delivery.beat(), LOCK_BEAT);
  try {
    if (dryRun) return delivery.countLeft();
    // Each session has its own time limit, because the problem may be its run.
    const idleSince = impatient ? since : performance.now();
    const patience = { ...(impatient ? SUITE_PATIENCE : FLUSH_PATIENCE), timeout };
    return await drainWithin(delivery, patience, since, idleSince);
  } finally {
    clearInterval(beating);
    delivery.close();
  }
}

/** The lock, its holder, or undefined if there is nothing (left) to deliver in the folder. */
async function takeSession(directory: string, options: FlushOptions): Promise<Taken | LockOwner | undefined> {
  if (!isSession(directory)) return undefined;
  const isDryRun = options.dryRun ?? false;
  const patience = isDryRun || options.impatient ? 0 : (options.timeout ?? Number.POSITIVE_INFINITY);
  try {
    const taken = await takeOver(directory, { patience, isDryRun, force: !isDryRun && (options.force ?? false) });
    if (!('maybeAlive' in taken) || isSession(directory)) return taken;
    removeSession(directory);
    return undefined;
  } catch (error) {
    if (isSession(directory)) throw error;
    return undefined;
  }
}
