import type { QueryAnswer, QueryArguments, QueryName } from '../plain-queries.js';
import type { ResultRow } from '../read-rows.js';
import { BodyTable } from './bodies.js';
import { Database } from './database.js';
import { PlainQueries } from './plain-queries.js';

/**
 * Reads for people, on a connection and in a thread of their own: however long they take, no write waits. Each call reads few rows,
 * so that no read transaction keeps the log from being written back for long.
 */
export class Reader {
  readonly #database: Database;
  readonly #queries: PlainQueries;
  readonly #bodies: BodyTable;

  constructor(file: string) {
    this.#database = Database.toRead(file);
    this.#queries = new PlainQueries(this.#database);
    this.#bodies = new BodyTable(this.#database);
  }

  query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): QueryAnswer<Name> {
    return this.#queries.run(name, args);
  }

  /** The parts of bodies in which these results are. */
  bodies(rows: readonly ResultRow[]): Uint8Array[] {
    return rows.map(({ body, start, length }) => this.#bodies.read(body, start, length));
  }

  close(): void {
    this.#database.close();
  }
}
