import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { SCHEMA, SCHEMA_VERSION } from './schema.js';

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

  /** `file` is a path, created if missing, or `:memory:`. Throws an Error that explains the problem with the file. */
  constructor(file: string, synchronous: Synchronous = 'normal') {
    this.#file = file;
    createPrivate(file);
    try {
      this.#connection = new Libsql(file);
    } catch (cause) {
      const folder = dirname(file);
      const reason = existsSync(folder) ? message(cause) : `the folder ${folder} does not exist; create it`;
      throw new Error(`Cannot open the database ${file}: ${reason}`, { cause });
    }
    try {
      this.#prepareFile(file, synchronous);
    } catch (cause) {
      this.#release();
      const busy = /locked|busy/i.test(message(cause));
      const reason = busy ? 'another process is using it' : message(cause);
      throw new Error(`Cannot use the database ${file}: ${reason}`, { cause });
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

  #prepareFile(file: string, synchronous: Synchronous): void {
    // A second server on the same file fails on start, and the write-ahead log needs no shared memory.
    this.#connection.pragma('locking_mode = EXCLUSIVE');
    this.#connection.pragma('journal_mode = WAL');
    this.#connection.pragma(`synchronous = ${synchronous.toUpperCase()}`);
    // Rows are written together with the rows they refer to, and never deleted.
    this.#connection.pragma('foreign_keys = OFF');
    this.transaction(() => {
      const version = this.#connection.prepare('PRAGMA user_version').get() as { user_version: number };
      if (version.user_version === SCHEMA_VERSION) return;
      if (version.user_version !== 0) {
        throw new Error(`it was written by another version (format ${version.user_version}); use a new file`);
      }
      const tables = this.#connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number };
      if (tables.count > 0) throw new Error(`${file} belongs to another program; use a new file`);
      this.#connection.exec(SCHEMA);
      this.#connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  }
}

/** Written to see whether there is room. */
export const PROBE = Buffer.alloc(64 * 1024);

/** SQLite would let everyone read a new file. Its log gets the file's mode. */
function createPrivate(file: string): void {
  if (file === ':memory:') return;
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // It exists, or SQLite reports the problem.
  }
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
