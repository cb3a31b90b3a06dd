import { accessSync, closeSync, constants, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Libsql from 'libsql';
import { FileLock } from './file-lock.js';

/** A value for a `?` in a query. The database cuts texts at NUL, so JSON-encode users' texts. */
export type Value = string | number | Uint8Array | null;

/** A prepared statement. Use only one of the three methods: in libsql, `get` after `all` keeps the parameters of `all`. */
export interface Query<Row, Parameters extends Value[]> {
  run(...parameters: Parameters): { lastKey: number };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/** When a write waits for the disk: only from time to time (which never corrupts the database), always, or never. */
export type Synchronous = 'normal' | 'full' | 'off';

/** One synchronous connection to the embedded SQL database, so the work of each request is atomic by itself. */
export class Database {
  readonly #connection: InstanceType<typeof Libsql>;
  readonly #file: string;
  readonly #lock: FileLock | undefined;

  private constructor(file: string, lock: FileLock | undefined) {
    this.#file = file;
    this.#lock = lock;
    this.#connection = new Libsql(file);
  }

  /** The connection that writes. No other server can open the file. @param path created if missing */
  static toWrite(path: string, synchronous: Synchronous = 'normal'): Database {
    requireFile(path);
    const file = onlyName(path);
    const database = new Database(file, new FileLock(file));
    try {
      database.#prepareFile(synchronous);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  }

  /** A connection that only reads, beside the one that writes. */
  static toRead(file: string): Database {
    const database = new Database(file, undefined);
    database.#connection.pragma('query_only = ON');
    return database;
  }

  prepare<Row, Parameters extends Value[]>(sql: string): Query<Row, Parameters> {
    const statement = this.#connection.prepare(sql);
    return {
      run: (...parameters) => ({ lastKey: Number(statement.run(...parameters).lastInsertRowid) }),
      get: (...parameters) => statement.get(...parameters) as Row | undefined,
      all: (...parameters) => statement.all(...parameters) as Row[],
    };
  }

  /** Writes a copy as of now to a file that is missing or empty. Other connections can go on writing. */
  copyTo(file: string): void {
    this.#connection.pragma('query_only = OFF');
    this.#connection.prepare('VACUUM INTO ?').run(file);
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
    const probe = `${this.#file}-probe`;
    try {
      writeFileSync(probe, PROBE, { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** The connection that writes leaves no log behind, unless another one still reads. */
  close(): void {
    if (this.#lock !== undefined) {
      try {
        this.#connection.pragma('journal_mode = DELETE');
      } catch {
        // The file is not a database, or another connection uses it. The log stays, and the next server reads it.
      }
    }
    this.#connection.close();
    this.#lock?.release();
  }

  #prepareFile(synchronous: Synchronous): void {
    this.#connection.pragma('journal_mode = WAL');
    this.#connection.pragma(`synchronous = ${synchronous.toUpperCase()}`);
    // Rows are written together with the rows they refer to, and never deleted.
    this.#connection.pragma('foreign_keys = OFF');
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }
}

/**
 * The file that a path leads to. Its log, lock and attachments are beside it, under its name, so no other path may lead past them.
 * @throws if the file has a second name, of which we could not know the log
 */
export function onlyName(path: string): string {
  const file = realpathSync(path);
  if (statSync(file).nlink > 1) {
    throw new Error(
      'it has a second name (a hard link), so its latest changes may be beside that one; delete the other name',
    );
  }
  return file;
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
