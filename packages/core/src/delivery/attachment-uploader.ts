import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import PQueue from 'p-queue';
import { locateAttachment } from '../outbox/attachments.js';
import type { AttachmentEntry } from '../outbox/entries.js';
import type { Progress } from '../outbox/progress.js';
import type { Redaction } from '../result/redaction.js';
import { classifyAnswer } from '../service/answers.js';
import { SMALL } from '../service/attachment-body.js';
import type { ServiceClient } from '../service/client.js';
import { ServiceError } from '../service/errors.js';
import { isMaskable } from '../service/mask-stream.js';
import { type RetryContext, retrying } from './retrying.js';

/** GUID that the service gave, or why the attachment is not there. */
export type Uploaded = { id: string } | { refused: string };

/** What is uploaded: a file of the outbox, or what was read of one. */
type Source = { path: string; size: number } | { content: Buffer };

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
    const source = content === undefined ? this.#open(attachment.file) : { content };
    if ('refused' in source) return source;
    const digest = await digestOf(source, attachment);
    if (typeof digest !== 'string') return digest;
    const same = this.#byDigest.get(digest);
    if (same !== undefined) return same;
    const uploading = this.#send(attachment, source);
    this.#remember(digest, uploading);
    const uploaded = await uploading;
    if ('id' in uploaded) this.#context.progress.markUploaded(attachment.file, uploaded.id);
    this.#inMemory.delete(attachment.file);
    return uploaded;
  }

  /** A small file is read at once: its digest and its upload are then made of the same bytes. */
  #open(file: string): Source | { refused: string } {
    const { directory } = this.#context;
    if (directory === undefined) return { refused: 'there is no outbox' };
    const located = locateAttachment(directory, file);
    if ('missing' in located) return { refused: located.missing };
    if (located.size > SMALL) return located;
    try {
      return { content: readFileSync(located.path) };
    } catch (error) {
      return unreadable(error);
    }
  }

  async #send(attachment: AttachmentEntry, source: Source): Promise<Uploaded> {
    const { service, retry, redaction, onPause } = this.#context;
    const { name, contentType } = attachment;
    const upload = {
      ...source,
      name,
      contentType,
      ...(isMaskable(contentType) && { mask: redaction }),
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
async function digestOf(source: Source, { name, contentType }: AttachmentEntry): Promise<string | { refused: string }> {
  const hash = createHash('sha256').update(`${name}\0${contentType}\0`);
  if ('content' in source) return hash.update(source.content).digest('base64');
  try {
    for await (const chunk of createReadStream(source.path)) hash.update(chunk as Buffer);
  } catch (error) {
    return unreadable(error);
  }
  return hash.digest('base64');
}

function unreadable(error: unknown): { refused: string } {
  return { refused: `it can't be read (${error instanceof Error ? error.message : String(error)})` };
}
