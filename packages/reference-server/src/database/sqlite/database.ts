import { accessSync, closeSync, constants, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Libsql from 'libsql';

/** A value for a `?` in a query. The database cuts texts at NUL, so JSON-encode users' texts. */
export type Value = string | number | Uint8Array | null;

/** A prepared statement. Use only one of the three methods: in libsql, `get` after `all` keeps the parameters of `all`. */
export interface Query<Row, Parameters extends Value[]> {
  run(...parameters: Parameters): { lastKey: number };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/** When a write waits for the disk: only from time to time (which never corrupts the database), or always. */
export type Synchronous = 'normal' | 'full';

/** The embedded SQL database: one synchronous connection, so the work of each request is atomic by itself. */
export class Database {
  readonly #connection: InstanceType<typeof Libsql>;
  readonly #file: string;

  /** @param file a path, created if missing, or `:memory:` */
  constructor(file: string, synchronous: Synchronous = 'normal') {
    this.#file = file;
    if (file !== ':memory:') requireFile(file);
    this.#connection = new Libsql(file);
    try {
      this.#prepareFile(synchronous);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  prepare<Row, Parameters extends Value[]>(sql: string): Query<Row, Parameters> {
    const statement = this.#connection.prepare(sql);
    return {
      run: (...parameters) => ({ lastKey: Number(statement.run(...parameters).lastInsertRowid) }),
      get: (...parameters) => statement.get(...parameters) as Row | undefined,
      all: (...parameters) => statement.all(...parameters) as Row[],
    };
  }

  /** Does all of `work` or nothing: if it throws, everything is rolled back. */
  transaction<T>(work: () => T): T {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Throws if the database does not respond, or its disk is full: the log could still have room for a small write. */
  check(): void {
    this.#connection.prepare('SELECT 1').get();
    if (this.#file === ':memory:') return;
    const probe = `${this.#file}-probe`;
    try {
      writeFileSync(probe, PROBE, { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** Leaves only the database file, which the next server can open at once. */
  close(): void {
    this.#release();
  }

  /** Releases the lock first, because `close` frees the file only after every statement has been garbage-collected. */
  #release(): void {
    try {
      this.#connection.pragma('journal_mode = DELETE');
      this.#connection.pragma('locking_mode = NORMAL');
      this.#connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    } catch {
      // There is no lock to release: the file is not a database, or another process uses it.
    }
    this.#connection.close();
  }

  #prepareFile(synchronous: Synchronous): void {
    // A second server on the same file fails on start, and the write-ahead log needs no shared memory.
    this.#connection.pragma('locking_mode = EXCLUSIVE');
    this.#connection.pragma('journal_mode = WAL');
    this.#connection.pragma(`synchronous = ${synchronous.toUpperCase()}`);
    // Rows are written together with the rows they refer to, and never deleted.
    this.#connection.pragma('foreign_keys = OFF');
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }
}

/** Written to see whether there is room. */
export const PROBE = Buffer.alloc(64 * 1024);

/**
 * Creates the file if it is missing: SQLite would let everyone read it. (Its log gets the file's mode.) Throws the system's error
 * if the file can't be used; the driver has only a number for it. Never opens a file that exists: closing it would release the
 * lock of another server in this process.
 */
function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(file, 'a', 0o600));
  else if (!found.isFile()) throw new Error('it is not a file');
  else accessSync(file, constants.R_OK | constants.W_OK);
}
