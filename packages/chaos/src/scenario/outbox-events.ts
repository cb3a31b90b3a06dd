import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@testpoint/core/cli';
import { disguiseLocks } from './lock-disguise.js';
import type { OutboxEvent } from './scenario.js';

/** The changes to outboxes. */
export interface Aftermath {
  /** Where the outboxes are now. */
  outboxes: string[];
  /** Tests whose last line was removed, so they may be missing. */
  excused: Set<string>;
  /** Number of removed marks. Their deliveries may be repeated. */
  forgotten: number;
}

/** Changes outboxes in ways that crashes and people do. */
export function afflict(outboxes: string[], events: readonly OutboxEvent[]): Aftermath {
  const aftermath: Aftermath = { outboxes, excused: new Set(), forgotten: 0 };
  for (const event of events) {
    if (event === 'moves' || event === 'is a copy from another machine') {
      const bring = event === 'moves' ? renameSync : copyFromElsewhere;
      aftermath.outboxes = aftermath.outboxes.map((outbox) => brought(outbox, bring));
    } else {
      for (const session of aftermath.outboxes.flatMap(listSessions)) afflictSession(session, event, aftermath);
    }
  }
  return aftermath;
}

/** @returns where the outbox is now */
function brought(outbox: string, bring: (from: string, to: string) => void): string {
  const place = `${outbox}-brought-from-elsewhere`;
  if (existsSync(outbox)) bring(outbox, place);
  return place;
}

function afflictSession(session: string, event: OutboxEvent, aftermath: Aftermath): void {
  const journal = join(session, 'journal.ndjson');
  const progress = join(session, 'progress.ndjson');
  if (event === 'gets half a line') {
    // If the suite was killed before its first line, there is no line for another one to follow.
    if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 0)
      appendFileSync(journal, '{"kind":"result","id":"half a li');
  } else if (event === 'gets named pipes') {
    execFileSync('mkfifo', [join(session, 'lock.7'), join(session, 'reported')]);
  } else if (event === 'loses half a line') {
    const id = /"id":"((?:[^"\\]|\\.)*)"/.exec(cutLastLine(journal))?.[1];
    if (id !== undefined) aftermath.excused.add(JSON.parse(`"${id}"`) as string);
  } else if (existsSync(progress) && cutLastLine(progress) !== '') aftermath.forgotten++;
}

/** Copies an outbox like a CI artifact. */
function copyFromElsewhere(outbox: string, copy: string): void {
  cpSync(outbox, copy, { recursive: true });
  disguiseLocks(copy, 'from another machine');
  rmSync(outbox, { recursive: true });
}

/** Cuts the last line in half. @returns the whole line; '' for an empty file */
function cutLastLine(path: string): string {
  const text = readFileSync(path);
  const begin = text.lastIndexOf('\n', text.length - 2) + 1;
  if (text.length <= begin) return '';
  truncateSync(path, begin + Math.floor((text.length - begin) / 2));
  return text.toString('utf8', begin);
}
