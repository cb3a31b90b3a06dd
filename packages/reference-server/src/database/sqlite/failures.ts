import { dirname } from 'node:path';

/** Explains an error to the person who starts the server. */
export function startError(cause: unknown, file: string): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words: Record<string, string> = {
    ENOENT: file === '' ? 'it needs a name' : `the folder ${dirname(file)} does not exist; create it`,
    ENOTDIR: `${dirname(file)} is not a folder`,
    EACCES: DENIED,
    EPERM: DENIED,
    SQLITE_CANTOPEN: DENIED,
    SQLITE_READONLY: DENIED,
    EROFS: 'its disk is read-only',
    ENOSPC: FULL,
    EDQUOT: FULL,
    SQLITE_FULL: FULL,
    SQLITE_BUSY: 'another process is using it',
    SQLITE_LOCKED: 'another process is using it',
    SQLITE_NOTADB: 'it is not an SQLite database; use another file',
    SQLITE_CORRUPT: 'it is damaged; restore a copy, or use a new file',
  };
  // SQLITE_READONLY_DIRECTORY is a kind of SQLITE_READONLY.
  const reason =
    words[code.replace(/^(SQLITE_[A-Z]+)_.*$/, '$1')] ?? (cause instanceof Error ? cause.message : String(cause));
  return new Error(`Cannot use the database ${file}: ${reason}.`, { cause });
}

const DENIED = 'this user needs permission to read and write it and its folder';
const FULL = 'no room is left on its disk; make room there';
