/** The delivery thread's entry: bundled into one file that needs nothing of what the suite may have changed. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type DeliveryEnd,
  isDelivered,
  PULSE_EVERY,
  SLOT,
  type ThreadData,
  type ToThread,
} from '../between-threads/protocol.js';
import type { Waiting } from '../between-threads/waiting.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { SessionLock } from '../outbox/lock/lock.js';
import { LOCK_BEAT } from '../outbox/lock/lock-file.js';
import { waitingIn } from '../outbox/read/waiting.js';
import { tidyOutbox } from '../outbox/tidy/clearing.js';
import { concludeSession } from '../outbox/tidy/concluding.js';
import { reportSession } from './session-report.js';
import { LiveDelivery, NoDelivery } from './thread-work.js';

/**
 * How often the journal is looked at, milliseconds: a message for each line would cost the main thread more. Results wait
 * for others to leave with them anyway; at the end it does not wait for the next look.
 */
const LOOK_EVERY = 250;

/** What looking at what earlier sessions have left may cost a suite, milliseconds. */
const LOOK_PATIENCE = 200;

const { files, settings, report: task, reportOnly, shared, port } = workerData as ThreadData;
const slots = new Int32Array(shared);
const lock = files && adoptLock(files.directory);
const work = reportOnly ? new NoDelivery(lock) : new LiveDelivery(files, settings, lock);
void lock?.listen();

const looking = setInterval(() => work.wake(), LOOK_EVERY);
const beating = setInterval(() => work.beat(), LOCK_BEAT);
let closing = false;
/** How long clearing a delivered session away may hold the suite, milliseconds. */
const RETIRE_PATIENCE = 500;

if (files !== undefined) tidyOutbox(dirname(files.directory), settings.keepDelivered);

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
// Whatever ends this thread, a main thread that waits for it goes on.
process.once('exit', endWait);
parentPort?.postMessage('started');
// The session's line is in the journal already: its run is taken while the first tests begin.
work.wake();

function adoptLock(directory: string): SessionLock | undefined {
  try {
    return SessionLock.adopt(directory);
  } catch {
    // A test has removed the outbox already.
    return undefined;
  }
}

/** This thread's fs is its own: a main thread with a mocked one can't write, and we can. */
function takeLines(lines: string): void {
  if (files !== undefined) {
    try {
      appendFileSync(files.descriptors?.journal ?? files.journal, lines);
      return;
    } catch {
      // A full disk: from memory then.
    }
  }
  for (const line of lines.trim().split('\n')) work.acceptLine(Buffer.from(line));
}

/** A report needs the content as a file; delivery takes it from memory as well. */
function takeContent(file: string, content: Uint8Array): void {
  if (task === undefined || files === undefined) return work.acceptContent(file, content);
  const path = join(files.attachments, file);
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
  } catch {
    // A full disk: half of it must not be taken for the whole.
    rmSync(path, { force: true });
    work.acceptContent(file, content);
  }
}

/** Whatever happens here, the last word is said: a process that exits waits for it. */
async function close(closeTimeout: number, reportTimeout: number): Promise<void> {
  const pulsing = setInterval(() => Atomics.add(slots, SLOT.pulse, 1), PULSE_EVERY);
  process.on('uncaughtException', (error) => sayLast(failed(error)));
  try {
    const delivered = await work.finish(closeTimeout);
    // The descriptors of its connections are free in the next turn: to clear a folder away takes some.
    await setImmediate();
    const end = task === undefined ? delivered : await withReport(delivered, reportTimeout);
    // A session without a key has done its duty when its report exists.
    const keepDays = reportOnly ? 0 : settings.keepDelivered;
    lock?.end();
    const isDone = isDelivered(end) && (end.report === undefined || 'page' in end.report);
    const outbox = files && concludeSession(files, isDone, work.unmarked, keepDays, RETIRE_PATIENCE);
    if (!isDone) lock?.release();
    sayLast({
      ...end,
      ...(outbox !== undefined && { outbox }),
      ...(files !== undefined && { waiting: whatWaits(files) }),
    });
  } catch (error) {
    sayLast(failed(error));
  } finally {
    for (const interval of [looking, beating, pulsing]) clearInterval(interval);
  }
}

/** A report-only journal is read by the report alone, so lines that the report can't read count as damage. */
async function withReport(delivered: DeliveryEnd, timeout: number): Promise<DeliveryEnd> {
  if (task === undefined) return delivered;
  const { unreadable, ...report } = await reportSession(task, files, settings, delivered, timeout);
  return { ...delivered, report, ...(reportOnly && { unreadable }) };
}

/** Looked for here: on the main thread a test may have stubbed whatever that takes. */
function whatWaits({ directory }: SessionFiles): Waiting {
  return waitingIn([dirname(directory)], directory, LOOK_PATIENCE);
}

/** How delivery ended when our own code failed: what was not sent stays in the journal. */
function failed(error: unknown): DeliveryEnd {
  lock?.release();
  const gaveUp = `delivery failed: ${error instanceof Error ? error.message : String(error)}`;
  return { ...work.soFar(), ...{ lost: 0, unwritten: 0, unreadable: 0, fragments: 0 }, gaveUp };
}

/** Only the first word counts. */
function sayLast(end: DeliveryEnd): void {
  if (Atomics.load(slots, SLOT.done) === 1) return;
  port.postMessage(end);
  endWait();
  port.unref();
}

function endWait(): void {
  Atomics.store(slots, SLOT.done, 1);
  Atomics.notify(slots, SLOT.done);
}
