import { type AttachmentRow, toAttachment } from '../read-rows.js';
import type { StoredAttachment } from '../store.js';
import type { Database, Query } from './database.js';

/** Descriptions of attachments. */
export class AttachmentTable {
  readonly #insert: Query<never, [string, string, string, number, string, string]>;
  readonly #find: Query<AttachmentRow, [id: string]>;
  readonly #known: Query<{ id: string }, [ids: string]>;
  readonly #bytes: Query<{ bytes: number }, []>;
  readonly #delete: Query<never, [id: string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO attachments (id, name, content_type, size, sha256, received_on) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#find = database.prepare('SELECT * FROM attachments WHERE id = ?');
    this.#known = database.prepare('SELECT id FROM attachments WHERE id IN (SELECT value FROM json_each(?))');
    this.#bytes = database.prepare('SELECT coalesce(sum(size), 0) AS bytes FROM attachments');
    this.#delete = database.prepare('DELETE FROM attachments WHERE id = ?');
  }

  insert({ id, name, contentType, size, sha256, receivedOn }: StoredAttachment): void {
    this.#insert.run(id, JSON.stringify(name), JSON.stringify(contentType), size, sha256, receivedOn);
  }

  delete(id: string): void {
    this.#delete.run(id);
  }

  find(id: string): StoredAttachment | undefined {
    const row = this.#find.get(id);
    return row && toAttachment(row);
  }

  known(ids: readonly string[]): string[] {
    return this.#known.all(JSON.stringify(ids)).map(({ id }) => id);
  }

  bytes(): number {
    return this.#bytes.get()?.bytes ?? 0;
  }
}
