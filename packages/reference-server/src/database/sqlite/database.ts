import Libsql from 'libsql';
import { SCHEMA, SCHEMA_VERSION } from './schema.js';

/** What may stand for a `?` in a query. Texts with NUL are cut by the database: JSON-encode what users write. */
export type Value = string | number | Uint8Array | null;

/** One prepared statement. Call only one of the three: in libsql, `get` after `all` still has the parameters of that. */
export interface Query<Row, Parameters extends Value[]> {
  run(...parameters: Parameters): { lastKey: number };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/** When a write waits for the disk: only now and then (and never at the cost of the database's order), or each time. */
export type Synchronous = 'normal' | 'full';

/** The embedded SQL database: one connection, synchronous, so every request's work is atomic by itself. */
export class Database {
  readonly #connection: InstanceType<typeof Libsql>;

  /** `file` is a path, created when missing, or `:memory:`. Throws an Error that says what is wrong with the file. */
  constructor(file: string, synchronous: Synchronous = 'normal') {
    try {
      this.#connection = new Libsql(file);
    } catch (cause) {
      throw new Error(`The database ${file} can't be opened: ${message(cause)}`, { cause });
    }
    try {
      this.#prepareFile(file, synchronous);
    } catch (cause) {
      this.#letGo();
      const busy = /locked|busy/i.test(message(cause));
      const reason = busy ? 'another process is using it' : message(cause);
      throw new Error(`The database ${file} can't be used: ${reason}`, { cause });
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

  /** Does all of `work` or nothing: whatever it throws undoes it. */
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

  /** Leaves one file behind, the database, which the next server may open at once. */
  close(): void {
    this.#letGo();
  }

  /** Closing frees the file only once every statement is collected, so its lock is given back before that. */
  #letGo(): void {
    try {
      this.#connection.pragma('journal_mode = DELETE');
      this.#connection.pragma('locking_mode = NORMAL');
      this.#connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    } catch {
      // Not ours to give back: the file is no database, or another process has it.
    }
    this.#connection.close();
  }

  #prepareFile(file: string, synchronous: Synchronous): void {
    // A second server on the same file is told at its start, and the write-ahead log needs no shared memory.
    this.#connection.pragma('locking_mode = EXCLUSIVE');
    this.#connection.pragma('journal_mode = WAL');
    this.#connection.pragma(`synchronous = ${synchronous.toUpperCase()}`);
    // Rows are written together with what they refer to, and never deleted.
    this.#connection.pragma('foreign_keys = OFF');
    this.transaction(() => {
      const version = this.#connection.prepare('PRAGMA user_version').get() as { user_version: number };
      if (version.user_version === SCHEMA_VERSION) return;
      if (version.user_version !== 0) {
        throw new Error(`it was written by another version (format ${version.user_version}); give a new file`);
      }
      const tables = this.#connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number };
      if (tables.count > 0) throw new Error(`${file} is a database of something else; give a new file`);
      this.#connection.exec(SCHEMA);
      this.#connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  }
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
