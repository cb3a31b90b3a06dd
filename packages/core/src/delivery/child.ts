/**
 * Delivers one session and makes its report in a separate process, for when no thread can be started. Its input comes on
 * standard input, and its last message goes to standard output.
 */
import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { type ChildData, type DeliveryEnd, isDelivered } from '../between-threads/protocol.js';
import { sessionFiles } from '../outbox/format/session-files.js';
import { concludeSession } from '../outbox/tidy/concluding.js';
import { compileRedaction, slowPatterns } from '../result/redaction.js';
import { type FlushedSession, flush } from './flush.js';
import { reportSession } from './session-report.js';
import { NoDelivery } from './thread-work.js';

const STANDARD_INPUT = 0;

void run(deserialize(readFileSync(STANDARD_INPUT)) as ChildData).then((end) => {
  process.stdout.write(serialize(end));
});

async function run(data: ChildData): Promise<DeliveryEnd> {
  if (data.reportOnly) return reportOnly(data);
  const { directory, settings, timeout, report: task, reportTimeout } = data;
  const report = task && { task, timeout: reportTimeout };
  const { sessions, slowPatterns } = await flush({ directory, settings, timeout, report, impatient: true });
  return { ...lastMessage(sessions[0]), slowPatterns };
}

/** A session without a key is finished when its report exists. */
async function reportOnly({ directory, settings, report: task, reportTimeout }: ChildData): Promise<DeliveryEnd> {
  const redaction = compileRedaction(settings.secretKey, settings.redact);
  const end = await new NoDelivery(undefined).finish();
  if (task === undefined) return end;
  const files = sessionFiles(directory, true);
  const { unreadable, ...report } = await reportSession(task, files, redaction, end, reportTimeout);
  const isDone = isDelivered({ ...end, unreadable }) && 'page' in report;
  const outbox = concludeSession(files, isDone, undefined, 0);
  return { ...end, unreadable, report, slowPatterns: slowPatterns(redaction), ...(outbox !== undefined && { outbox }) };
}

/** @param session undefined if the folder contained nothing to deliver */
function lastMessage(session: FlushedSession | undefined): DeliveryEnd {
  const { sent = 0, refused = 0, unmatched = 0, refusals = [], attachmentsRefused = [] } = session ?? {};
  const { left = 0, unreadable = 0, fragments = 0, runId, reason, report } = session ?? {};
  return {
    state: {
      ...{ runCreated: false, sent, refused, unmatched, dropped: 0, refusals, attachmentsRefused },
      ...(runId !== undefined && { runId }),
    },
    ...{ left, unreadable, fragments, sentByOthers: 0, lost: 0, unwritten: 0 },
    ...(reason !== undefined && { gaveUp: reason }),
    ...(report !== undefined && { report }),
  };
}
