import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@testpoint/core';
import type { OutboxEvent } from './scenario.js';

/** What was done to an outbox. */
export interface Aftermath {
  /** Where the outbox is now. */
  outbox: string;
  /** Tests whose last line was taken away: they may be missing. */
  excused: Set<string>;
  /** Marks that were taken away: what they said may be done again. */
  forgotten: number;
}

/** Does to an outbox what crashes, and people, do to outboxes. */
export function afflict(outbox: string, events: readonly OutboxEvent[]): Aftermath {
  const aftermath: Aftermath = { outbox, excused: new Set(), forgotten: 0 };
  for (const event of events) {
    if (event === 'moves') {
      const moved = `${aftermath.outbox}-brought-from-elsewhere`;
      if (existsSync(aftermath.outbox)) renameSync(aftermath.outbox, moved);
      aftermath.outbox = moved;
      continue;
    }
    for (const session of listSessions(aftermath.outbox)) {
      const journal = join(session, 'journal.ndjson');
      const progress = join(session, 'progress.ndjson');
      if (event === 'gets half a line') appendFileSync(journal, '{"kind":"result","id":"half a li');
      else if (event === 'loses half a line') {
        const id = /"id":"((?:[^"\\]|\\.)*)"/.exec(cutLastLine(journal))?.[1];
        if (id !== undefined) aftermath.excused.add(JSON.parse(`"${id}"`) as string);
      } else if (existsSync(progress) && cutLastLine(progress) !== '') aftermath.forgotten++;
    }
  }
  return aftermath;
}

/** Takes the second half of the last line away, and says what the whole line was; '' where there is none. */
function cutLastLine(path: string): string {
  const text = readFileSync(path);
  const begin = text.lastIndexOf('\n', text.length - 2) + 1;
  if (text.length <= begin) return '';
  truncateSync(path, begin + Math.floor((text.length - begin) / 2));
  return text.toString('utf8', begin);
}
