import type { Database } from './database.js';
import { FIRST_FORMAT, FIRST_TABLES } from './schema.js';
import { STEPS } from './steps.js';

/**
 * Creates the tables, or upgrades those of an earlier version, in one transaction.
 * @param progress is called with a sentence from time to time during a long upgrade
 * @throws an Error if the file belongs to another program or to another version
 */
export function upgrade(database: Database, progress: (sentence: string) => void): void {
  database.transaction(() => {
    const user_version = numberIn(database, 'SELECT user_version AS number FROM pragma_user_version');
    if (user_version === 0) createTables(database);
    const format = user_version || FIRST_FORMAT;
    if (format < FIRST_FORMAT || format > FORMAT) {
      throw new Error(`it was written by another version (format ${user_version}); use a new file`);
    }
    if (format === FORMAT) return;
    for (const { sql, fill } of STEPS.slice(format - FIRST_FORMAT)) {
      database.exec(sql);
      fill?.(database, progress);
    }
    database.exec(`PRAGMA user_version = ${FORMAT}`);
  });
}

/** The format that this version writes. */
const FORMAT = FIRST_FORMAT + STEPS.length;

function createTables(database: Database): void {
  const tables = numberIn(database, 'SELECT count(*) AS number FROM sqlite_schema');
  if (tables > 0) throw new Error('it belongs to another program; use a new file');
  database.exec(FIRST_TABLES);
}

function numberIn(database: Database, sql: string): number {
  return database.prepare<{ number: number }, []>(sql).get()?.number ?? 0;
}
