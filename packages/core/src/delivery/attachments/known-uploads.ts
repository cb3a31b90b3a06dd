import { createReadStream } from 'node:fs';
import type { AttachmentEntry } from '../../outbox/format/entries.js';

/** Where an attachment's content is. */
export type Source = { path: string; size: number } | { content: Buffer };

/** An attachment that can't be uploaded, and why. */
export interface RefusedUpload {
  refused: string;
}

/** The service's GUID, or why the attachment is missing. */
export type UploadResult = { id: string } | RefusedUpload;

/** How many uploads to remember. The oldest is forgotten first. */
const REMEMBERED = 5_000;

/**
 * Finds an upload of the same content. The same bytes under another name are another attachment for the service. A file is
 * read for this only if another one with its name, type and size arrives.
 */
export class KnownUploads {
  /** By name, type and size: a function that adds the first upload of the kind to `#uploads`, with its digest. */
  #kinds = new Map<string, () => Promise<void>>();
  /** By name, type, size and digest. */
  #uploads = new Map<string, Promise<UploadResult>>();

  /** The upload of this content. The first call starts it with `begin`. */
  async once(attachment: AttachmentEntry, source: Source, begin: () => Promise<UploadResult>): Promise<UploadResult> {
    const kind = kindOf(attachment, source);
    const settleFirst = this.#kinds.get(kind);
    if (settleFirst === undefined) {
      const uploading = begin();
      this.#rememberFirst(kind, source, uploading);
      return uploading;
    }
    await settleFirst();
    const digest = await digestOf(source);
    if (digest === undefined) return begin();
    const key = `${kind}\0${digest}`;
    const same = this.#uploads.get(key);
    if (same !== undefined) return same;
    const uploading = begin();
    this.#remember(key, uploading);
    return uploading;
  }

  #rememberFirst(kind: string, source: Source, uploading: Promise<UploadResult>): void {
    // Content in memory is digested at once, so that it need not be kept.
    let digesting = 'content' in source ? digestOf(source) : undefined;
    let settling: Promise<void> | undefined;
    this.#kinds.set(kind, () => {
      settling ??= (async () => {
        digesting ??= digestOf(source);
        const digest = await digesting;
        if (digest !== undefined) this.#remember(`${kind}\0${digest}`, uploading);
      })();
      return settling;
    });
    dropOldest(this.#kinds);
  }

  #remember(key: string, uploading: Promise<UploadResult>): void {
    this.#uploads.set(key, uploading);
    dropOldest(this.#uploads);
    // A refusal is not remembered, so the next result with these bytes tries again.
    uploading.then(
      (uploaded) => 'refused' in uploaded && this.#uploads.delete(key),
      () => this.#uploads.delete(key),
    );
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.size > REMEMBERED ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

function kindOf({ name, contentType }: AttachmentEntry, source: Source): string {
  return `${name}\0${contentType}\0${'content' in source ? source.content.length : source.size}`;
}

/** Undefined for a file that can't be read. */
async function digestOf(source: Source): Promise<string | undefined> {
  // Loaded on demand, because most suites attach nothing.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  try {
    if ('content' in source) hash.update(source.content);
    else for await (const block of createReadStream(source.path)) hash.update(block);
  } catch {
    return undefined;
  }
  return hash.digest('base64');
}
