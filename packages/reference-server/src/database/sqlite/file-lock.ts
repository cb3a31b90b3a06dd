import { closeSync, existsSync, openSync } from 'node:fs';
import Libsql from 'libsql';

/**
 * Keeps a second server from using the same database, while other connections may read it. The lock is that of SQLite on an empty
 * file beside the database, so it ends with this process. The file stays: if it were deleted, two servers could lock two of them.
 */
export class FileLock {
  readonly #connection: InstanceType<typeof Libsql>;

  /** @throws the driver's error with the code SQLITE_BUSY if another server has the lock */
  constructor(database: string) {
    const file = `${database}-lock`;
    // SQLite would let everyone read it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    this.#connection = new Libsql(file);
    try {
      this.#connection.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  release(): void {
    this.#connection.exec('ROLLBACK');
    this.#connection.close();
  }
}
