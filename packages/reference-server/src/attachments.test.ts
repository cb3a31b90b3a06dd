import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { type AttachmentRows, Attachments } from './attachments.js';
import { FolderBlobs } from './blobs/folder.js';
import type { StoredAttachment } from './database/attachment-table.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-attachments-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Descriptions in memory. */
class Rows implements AttachmentRows {
  readonly #rows = new Map<string, StoredAttachment>();

  async insertAttachment(attachment: StoredAttachment): Promise<void> {
    this.#rows.set(attachment.id, attachment);
  }

  async findAttachment(id: string): Promise<StoredAttachment | undefined> {
    return this.#rows.get(id);
  }

  async deleteAttachment(id: string): Promise<void> {
    this.#rows.delete(id);
  }

  async knownAttachments(ids: readonly string[]): Promise<string[]> {
    return ids.filter((id) => this.#rows.has(id));
  }

  async attachmentBytes(): Promise<number> {
    return [...this.#rows.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

it('an upload that breaks off before its file is open leaves no file', async () => {
  const file = join(directory, 'service.db');
  const attachments = new Attachments(new Rows(), new FolderBlobs(`${file}-attachments`), 1000);
  const broken = () => {
    const content = new Readable({ read: () => content.destroy(new Error('The client is gone.')) });
    return Object.assign(content, { truncated: false });
  };
  const uploads = Array.from({ length: 50 }, () =>
    attachments.add({ name: 'x', contentType: 'text/plain', content: broken() }),
  );
  const ends = await Promise.allSettled(uploads);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // A file that is still being opened would show by now: this one is opened after it.
  const content = Object.assign(Readable.from(['whole']), { truncated: false });
  const { id } = await attachments.add({ name: 'x', contentType: 'text/plain', content });
  expect(readdirSync(`${file}-attachments`)).toEqual([id]);
});
