import { closeSync, lstatSync, readSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@testpoint/interface/codec';
import type { SessionEntry } from '../format/entries.js';
import { plainFiles } from '../format/plain-files.js';
import type { SessionFiles } from '../format/session-files.js';
import { notAPlainFile, notAPlainFolder, notASession } from '../messages.js';
import { decodeEntry } from './decode-entry.js';
import { type JournalDamage, JournalLines } from './journal-lines.js';

/**
 * Why a session's folder can't be delivered; undefined if it can. A journal may come from elsewhere: nothing in its folder
 * may lead outside, and we neither judge nor delete the files of a newer version.
 */
export function whyNotDelivered(files: SessionFiles): string | undefined {
  const { directory, journal, progress, attachments, channel } = files;
  for (const file of [journal, progress]) {
    if (statusOf(file)?.isFile() === false) return notAPlainFile(file);
  }
  for (const folder of [directory, attachments, channel]) {
    if (statusOf(folder)?.isDirectory() === false) return notAPlainFolder(folder);
  }
  const { entry, damage } = beginning(journal);
  if (damage === undefined ? entry?.kind === 'session' : diedAtOnce(journal, damage)) return undefined;
  return notASession(journal);
}

/** What the first line of a journal says about its session; undefined for an unreadable journal. */
export function firstEntry(journal: string): SessionEntry | undefined {
  try {
    const { entry } = beginning(journal);
    return entry?.kind === 'session' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** The report that a session's suite makes, absolute; undefined if it makes none, or none beside its outbox. */
export function ownReport({ directory, journal }: Pick<SessionFiles, 'directory' | 'journal'>): string | undefined {
  const report = firstEntry(journal)?.report;
  return report === undefined ? undefined : join(dirname(dirname(directory)), report);
}

/** The entry of the first line, or the damage of a journal that has no line. */
function beginning(journal: string): { entry?: Entry | undefined; damage?: JournalDamage } {
  const lines = new JournalLines(journal);
  try {
    lines.stopGrowing();
    const first = lines.next();
    return first === undefined ? { damage: lines.damage } : { entry: decodeEntry(first) };
  } finally {
    lines.close();
  }
}

const BEGINNING = '{"kind":"session"';

/** A process that died at once leaves nothing, or the beginning of its first line. */
function diedAtOnce(journal: string, { unreadable, fragments }: JournalDamage): boolean {
  if (unreadable > 0) return false;
  return fragments === 0 || BEGINNING.startsWith(firstBytesOf(journal));
}

function firstBytesOf(journal: string): string {
  const descriptor = plainFiles.open(journal);
  try {
    const bytes = Buffer.alloc(BEGINNING.length);
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function statusOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
