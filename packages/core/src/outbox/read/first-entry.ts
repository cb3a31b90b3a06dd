import type { SessionEntry } from '../format/entries.js';
import { decodeEntry } from './decode-entry.js';
import { JournalLines } from './journal-lines.js';
import { SequenceSet } from './sequence-set.js';

/** What the first line of a journal says about its session; undefined for an unreadable journal. */
export function firstEntry(journal: string): SessionEntry | undefined {
  let lines: JournalLines | undefined;
  try {
    lines = new JournalLines(journal, new SequenceSet());
    lines.stopGrowing();
    const first = lines.next();
    const entry = first === undefined ? undefined : decodeEntry(first);
    return entry?.kind === 'session' ? entry : undefined;
  } catch {
    return undefined;
  } finally {
    lines?.close();
  }
}
