/**
 * Delivers one session in a process of its own, where no thread can be started. What it needs comes on standard input,
 * and its last word goes to standard output.
 */
import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { ChildData, DeliveryEnd } from '../between-threads/protocol.js';
import { type FlushedSession, flush } from './flush.js';

const STANDARD_INPUT = 0;

const { directory, settings, timeout } = deserialize(readFileSync(STANDARD_INPUT)) as ChildData;
void flush({ directory, settings, timeout, impatient: true }).then(({ sessions: [session] }) => {
  process.stdout.write(serialize(lastWord(session)));
});

/** @param session undefined: there was nothing in the folder to deliver */
function lastWord(session: FlushedSession | undefined): DeliveryEnd {
  const { sent = 0, refused = 0, unmatched = 0, refusals = [], attachmentsRefused = [] } = session ?? {};
  const { left = 0, unreadable = 0, fragments = 0, runId, reason } = session ?? {};
  return {
    state: {
      ...{ runCreated: false, sent, refused, unmatched, dropped: 0, refusals, attachmentsRefused },
      ...(runId !== undefined && { runId }),
    },
    ...{ left, unreadable, fragments, sentByOthers: 0, lost: 0, unwritten: 0 },
    ...(reason !== undefined && { gaveUp: reason }),
  };
}
