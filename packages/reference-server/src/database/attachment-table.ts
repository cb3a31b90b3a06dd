import type { Attachment } from '@testpoint/interface';
import type { Database, Query } from './database.js';

/** What is known about an attachment besides its content. */
export interface StoredAttachment extends Attachment {
  /** Of the content, in hexadecimal. */
  sha256: string;
  receivedOn: string;
}

interface AttachmentRow {
  id: string;
  name: string;
  content_type: string;
  size: number;
  sha256: string;
  received_on: string;
}

/** Descriptions of attachments; their content is in files. */
export class AttachmentTable {
  readonly #insert: Query<never, [string, string, string, number, string, string]>;
  readonly #find: Query<AttachmentRow, [id: string]>;
  readonly #bytes: Query<{ bytes: number }, []>;
  readonly #delete: Query<never, [id: string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO attachments (id, name, content_type, size, sha256, received_on) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#find = database.prepare('SELECT * FROM attachments WHERE id = ?');
    this.#bytes = database.prepare('SELECT coalesce(sum(size), 0) AS bytes FROM attachments');
    this.#delete = database.prepare('DELETE FROM attachments WHERE id = ?');
  }

  insert({ id, name, contentType, size, sha256, receivedOn }: StoredAttachment): void {
    this.#insert.run(id, JSON.stringify(name), JSON.stringify(contentType), size, sha256, receivedOn);
  }

  delete(id: string): void {
    this.#delete.run(id);
  }

  /** The sizes of all, added up. */
  bytes(): number {
    return this.#bytes.get()?.bytes ?? 0;
  }

  /** `id` in lower case. */
  find(id: string): StoredAttachment | undefined {
    const row = this.#find.get(id);
    if (row === undefined) return undefined;
    return {
      id: row.id,
      name: JSON.parse(row.name),
      contentType: JSON.parse(row.content_type),
      size: row.size,
      sha256: row.sha256,
      receivedOn: row.received_on,
    };
  }
}
