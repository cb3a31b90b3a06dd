import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import PQueue from 'p-queue';
import { locateAttachment } from '../outbox/attachments.js';
import type { AttachmentEntry } from '../outbox/entries.js';
import type { Progress } from '../outbox/progress.js';
import type { Redaction } from '../result/redaction.js';
import { classifyAnswer } from '../service/answers.js';
import type { ServiceClient } from '../service/client.js';
import { ServiceError } from '../service/errors.js';
import { isMaskable, MaskStream } from '../service/mask-stream.js';
import { type RetryContext, retrying } from './retrying.js';

/** GUID that the service gave, or why the attachment is not there. */
export type Uploaded = { id: string } | { refused: string };

export interface UploaderContext {
  service: ServiceClient;
  retry: RetryContext;
  progress: Progress;
  /** What text attachments are searched for. */
  redaction: Redaction;
  /** Folder of the session's attachment files. */
  directory: string | undefined;
  /** Files at once. */
  concurrency: number;
  onPause(reason: string): void;
}

/** Uploads remembered so that the same bytes are uploaded once; the oldest is forgotten first. */
const REMEMBERED = 5_000;
/** Bytes from which an upload may take longer than a dead service is waited for. */
const LARGE = 1024 * 1024;
const NOWHERE = { missing: 'there is no outbox' };

/** Uploads attachments, some at once, each content once per run. */
export class AttachmentUploader {
  #context: UploaderContext;
  #queue: PQueue;
  #byDigest = new Map<string, Promise<Uploaded>>();
  /** Content that could only be kept in memory, by file name. */
  #inMemory = new Map<string, Buffer>();
  #largeUnderWay = 0;

  constructor(context: UploaderContext) {
    this.#context = context;
    this.#queue = new PQueue({ concurrency: context.concurrency });
  }

  holdInMemory(file: string, content: Uint8Array): void {
    this.#inMemory.set(file, Buffer.from(content));
  }

  /** A large file is on its way: that the service is silent meanwhile says nothing. */
  get isBusy(): boolean {
    return this.#largeUnderWay > 0;
  }

  /** Rejects only with the signal's reason. */
  upload(attachment: AttachmentEntry): Promise<Uploaded> {
    return this.#queue.add(() => this.#uploadOnce(attachment));
  }

  async #uploadOnce(attachment: AttachmentEntry): Promise<Uploaded> {
    const before = this.#context.progress.uploadedBefore(attachment.file);
    if (before !== undefined) return { id: before };
    const content = this.#inMemory.get(attachment.file);
    const { directory } = this.#context;
    const source = content ?? (directory === undefined ? NOWHERE : locateAttachment(directory, attachment.file));
    if ('missing' in source) return { refused: source.missing };
    const digest = await digestOf(Buffer.isBuffer(source) ? source : source.path, attachment);
    if (typeof digest !== 'string') return { refused: digest.unreadable };
    const same = this.#byDigest.get(digest);
    if (same !== undefined) return same;
    const uploading = this.#send(attachment, Buffer.isBuffer(source) ? { content: source } : source);
    this.#remember(digest, uploading);
    const uploaded = await uploading;
    if ('id' in uploaded) this.#context.progress.markUploaded(attachment.file, uploaded.id);
    this.#inMemory.delete(attachment.file);
    return uploaded;
  }

  async #send(
    attachment: AttachmentEntry,
    source: { path: string; size: number } | { content: Buffer },
  ): Promise<Uploaded> {
    const { service, retry, redaction, onPause } = this.#context;
    const { name, contentType } = attachment;
    const upload = {
      ...source,
      name,
      contentType,
      ...(isMaskable(contentType) && { transform: () => new MaskStream(redaction) }),
    };
    const isLarge = 'size' in source && source.size > LARGE;
    if (isLarge) this.#largeUnderWay++;
    try {
      return { id: await retrying((options) => service.uploadAttachment(upload, options), retry) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const action = classifyAnswer(error);
      if (action.kind === 'pause') onPause(action.reason);
      return { refused: error.detail ?? error.message };
    } finally {
      if (isLarge) this.#largeUnderWay--;
    }
  }

  #remember(digest: string, uploading: Promise<Uploaded>): void {
    this.#byDigest.set(digest, uploading);
    const oldest = this.#byDigest.size > REMEMBERED ? this.#byDigest.keys().next().value : undefined;
    if (oldest !== undefined) this.#byDigest.delete(oldest);
    // A refusal is not remembered: the next result with these bytes asks again.
    uploading.then(
      (uploaded) => 'refused' in uploaded && this.#byDigest.delete(digest),
      () => this.#byDigest.delete(digest),
    );
  }
}

/** Tells equal uploads apart: the same bytes under another name are another attachment to the service. */
async function digestOf(
  source: Buffer | string,
  { name, contentType }: AttachmentEntry,
): Promise<string | { unreadable: string }> {
  const hash = createHash('sha256').update(`${name}\0${contentType}\0`);
  if (typeof source !== 'string') return hash.update(source).digest('base64');
  try {
    for await (const chunk of createReadStream(source)) hash.update(chunk as Buffer);
  } catch (error) {
    return { unreadable: `it can't be read (${error instanceof Error ? error.message : String(error)})` };
  }
  return hash.digest('base64');
}
