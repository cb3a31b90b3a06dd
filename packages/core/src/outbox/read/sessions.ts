import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folders of the sessions in an outbox, oldest first; or the folder itself where it is a session's. */
export function listSessions(directory: string): string[] {
  if (isSession(directory)) return [directory];
  return namesIn(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter(isSession);
}

/** Whether there is something in a session's folder to deliver. */
export function isSession(directory: string): boolean {
  return existsSync(join(directory, 'journal.ndjson'));
}

export function sessionName(directory: string): string {
  return basename(directory);
}

/** None of a folder that can't be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
