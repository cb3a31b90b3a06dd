import { lstatSync, type Stats } from 'node:fs';
import { decodeEntry } from './entries.js';
import { JournalReader } from './journal-reader.js';
import type { SessionFiles } from './session-files.js';

/**
 * Why a session's folder is not delivered from, undefined where it is. A journal may come from elsewhere: nothing in
 * its folder may lead out of it, and what a newer version has written is not ours to judge, or to clear away.
 */
export function troubleOf({ directory, journal, progress, attachments, channel }: SessionFiles): string | undefined {
  for (const file of [journal, progress]) {
    if (statusOf(file)?.isFile() === false) return `${file} is not a plain file`;
  }
  for (const folder of [directory, attachments, channel]) {
    if (statusOf(folder)?.isDirectory() === false) return `${folder} is not a plain folder`;
  }
  const reader = new JournalReader(journal);
  try {
    const first = reader.next();
    if (first === undefined || decodeEntry(first)?.kind === 'session') return undefined;
    return `${journal} is no journal that this version can read`;
  } finally {
    reader.close();
  }
}

function statusOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
