/** The entry of the delivery thread, bundled into one file that does not depend on anything that the suite may have changed. */
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type DeliveryEnd,
  HEARTBEAT_EVERY,
  isDelivered,
  SLOT,
  type ThreadData,
  type ToThread,
} from '../between-threads/protocol.js';
import { heldFiles, plainFiles } from '../outbox/format/plain-files.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { SessionLock } from '../outbox/lock/lock.js';
import { LOCK_BEAT } from '../outbox/lock/lock-file.js';
import { waitingIn } from '../outbox/read/waiting.js';
import { tidyOutbox } from '../outbox/tidy/clearing.js';
import { concludeSession } from '../outbox/tidy/concluding.js';
import { compileRedaction, slowPatterns } from '../result/masking/redaction.js';
import { ServiceClient } from '../service/client.js';
import { Delivery } from './delivery.js';
import { wrongSettings } from './messages.js';
import { NoDelivery } from './no-delivery.js';
import { drainWithin, SUITE_PATIENCE } from './retries/giving-up.js';
import { connectionsFor } from './retries/task-queue.js';
import { reportSession, summarizeSession } from './session-report.js';

/**
 * How often to check the journal, milliseconds. A message per line would cost the main thread more. Results wait for others
 * anyway; at the end there is no wait for the next check.
 */
const LOOK_EVERY = 250;

/** How long checking for leftovers of earlier sessions may delay a suite, milliseconds. */
const LOOK_PATIENCE = 200;

/** How long deleting delivered sessions may take at once, milliseconds: it delays the suite, or its first results. */
const RETIRE_PATIENCE = 500;

/** One for a connection, one for an attachment, because the suite's tests may open all others. */
const SPARE_DESCRIPTORS = 2;
/** Without an address, nothing is sent. */
const NOWHERE = 'http://localhost';

const { files, settings, tasks, reportOnly, isHeld, shared, port } = workerData as ThreadData;
const slots = new Int32Array(shared);
const outboxFolder = files && dirname(files.directory);
const lock = files && SessionLock.adopt(files.directory);
const redaction = compileRedaction(settings.secretKey, settings.redact);
const service = reportOnly
  ? undefined
  : new ServiceClient({
      ...settings,
      url: settings.url || NOWHERE,
      concurrency: connectionsFor(settings.concurrency),
      spareDescriptors: SPARE_DESCRIPTORS,
    });
const work =
  service === undefined
    ? new NoDelivery(lock)
    : new Delivery({
        ...settings,
        files,
        lock,
        redaction,
        service,
        live: true,
        paused: isHeld ? wrongSettings : undefined,
      });

const looking = setInterval(() => work.wake(), LOOK_EVERY);
const beating = setInterval(() => work.beat(), LOCK_BEAT);
let closing = false;

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'line':
      takeLines(message.line);
      break;
    case 'content':
      takeContent(message.file, message.content);
      break;
    case 'hurry':
      work.hurry();
      break;
    case 'close':
      if (!closing) void close(message.closeTimeout, message.reportTimeout);
      closing = true;
  }
  Atomics.add(slots, SLOT.taken, 1);
  Atomics.notify(slots, SLOT.taken);
});
port.ref();
// Whatever ends this thread, a waiting main thread must continue.
process.once('exit', endWait);
Atomics.store(slots, SLOT.started, 1);
parentPort?.postMessage('started');
// The session's line is already in the journal, so its run is created while the first tests begin.
work.wake();
if (outboxFolder !== undefined) tidyOutbox(outboxFolder, settings.keepDelivered, RETIRE_PATIENCE);

/** This thread has its own fs. If it is mocked in the main thread, we can still write. */
function takeLines(lines: string): void {
  if (files !== undefined) {
    try {
      appendTo(files, lines);
      return;
    } catch {
      // The disk is full. Then we deliver from memory.
    }
  }
  for (const line of lines.trim().split('\n')) work.acceptLine(Buffer.from(line));
}

function appendTo({ descriptors, journal }: SessionFiles, lines: string): void {
  const file = descriptors?.journal ?? heldFiles.hold(journal, 'append');
  plainFiles.write(heldFiles.descriptorOf(file), lines);
}

/** A report needs the content as a file; delivery can also use memory. */
function takeContent(file: string, content: Uint8Array): void {
  if (tasks.report === undefined || files === undefined) return work.acceptContent(file, content);
  const path = join(files.attachments, file);
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
  } catch {
    // The disk is full. A partial file must not look complete.
    rmSync(path, { force: true });
    work.acceptContent(file, content);
  }
}

/** Whatever happens here, the last message is sent, because an exiting process waits for it. */
async function close(closeTimeout: number, reportTimeout: number): Promise<void> {
  const heartbeat = setInterval(() => Atomics.add(slots, SLOT.heartbeats, 1), HEARTBEAT_EVERY);
  process.on('uncaughtException', (error) => sendLast(failed(error)));
  try {
    const delivered = await deliverRest(closeTimeout);
    // The descriptors of its connections are free in the next turn, and deleting a folder needs some.
    await setImmediate();
    const reported = await withReport(delivered, reportTimeout);
    const end = await withSummary(reported);
    // A flush that took the session over while this process was suspended still needs its files, and then deletes it.
    const isDone = isDelivered(end) && (end.report === undefined || 'page' in end.report) && !(lock?.isShared ?? false);
    const outbox = files && concludeSession(files, isDone, work.unmarked, settings.keepDelivered, RETIRE_PATIENCE);
    if (!isDone) lock?.release();
    sendLast({
      ...end,
      slowPatterns: slowPatterns(redaction),
      ...(outbox !== undefined && { outbox }),
      // This happens here, because on the main thread a test may have stubbed anything it needs.
      ...(outboxFolder !== undefined && { waiting: waitingIn([outboxFolder], files?.directory, LOOK_PATIENCE) }),
    });
  } catch (error) {
    sendLast(failed(error));
  } finally {
    for (const interval of [looking, beating, heartbeat]) clearInterval(interval);
  }
}

async function deliverRest(timeout: number): Promise<DeliveryEnd> {
  if (work instanceof NoDelivery) return work.soFar;
  const end = await drainWithin(work, { ...SUITE_PATIENCE, timeout });
  work.close();
  service?.close();
  return end;
}

/** Only the report reads a report-only journal, so lines that the report can't read count as damage. */
async function withReport(delivered: DeliveryEnd, timeout: number): Promise<DeliveryEnd> {
  if (tasks.report === undefined) return delivered;
  const { unreadable, ...report } = await reportSession(tasks.report, files, redaction, delivered, timeout);
  return { ...delivered, report, ...(reportOnly && { unreadable }) };
}

async function withSummary(delivered: DeliveryEnd): Promise<DeliveryEnd> {
  if (tasks.summary === undefined) return delivered;
  const summaryTrouble = await summarizeSession(tasks.summary, files, redaction, delivered);
  return summaryTrouble === undefined ? delivered : { ...delivered, summaryTrouble };
}

/** The outcome of delivery after our own code failed. Everything that was not sent stays in the journal. */
function failed(error: unknown): DeliveryEnd {
  lock?.release();
  const gaveUp = `delivery failed: ${error instanceof Error ? error.message : String(error)}`;
  return { ...work.soFar, gaveUp };
}

/** Only the first message counts. */
function sendLast(end: DeliveryEnd): void {
  if (Atomics.load(slots, SLOT.done) === 1) return;
  port.postMessage(end);
  endWait();
  port.unref();
}

function endWait(): void {
  Atomics.store(slots, SLOT.done, 1);
  Atomics.notify(slots, SLOT.done);
}
