import { setImmediate } from 'node:timers/promises';
import { isShortage } from '../../descriptors.js';
import type { AttachmentEntry } from '../../outbox/format/entries.js';
import { plainFiles } from '../../outbox/format/plain-files.js';
import { locateAttachment } from '../../outbox/read/attachment-files.js';
import { notRead, withoutOutbox } from '../../result/attachment-messages.js';
import { classifyAnswer } from '../../service/answers/answers.js';
import { SMALL } from '../../service/bodies/attachment-upload.js';
import { ServiceError } from '../../service/errors.js';
import type { DeliveryContext } from '../delivery-options.js';
import { OWN_WAIT } from '../retries/retries.js';
import { UploadWatch } from '../retries/service-health.js';
import { TaskQueue } from '../retries/task-queue.js';
import { KnownUploads, type RefusedUpload, type Source, type UploadResult } from './known-uploads.js';

/** From this size on, an upload may take longer than the wait for a dead service; bytes. */
const LARGE = 1024 * 1024;
/** How many files to stream at once; more would only share the same bandwidth. */
const STREAMS = 4;

/** Uploads attachments, several at once, each content once per run. */
export class AttachmentUploader {
  #context: DeliveryContext;
  /** All uploads. Streamed ones don't count against small ones, so that these need not wait for them. */
  #uploads: TaskQueue;
  /** Streamed files that may start. */
  #streams: TaskQueue;
  #known = new KnownUploads();
  /** Content that could only be kept in memory, by file name. */
  #inMemory = new Map<string, Buffer>();
  /** Number of attachments that are finished, one way or another. */
  handled = 0;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#uploads = new TaskQueue(context.concurrency);
    this.#streams = new TaskQueue(Math.max(1, Math.min(STREAMS, context.concurrency - 1)));
  }

  holdInMemory(file: string, content: Uint8Array): void {
    this.#inMemory.set(file, Buffer.from(content));
  }

  /** Rejects only with the signal's reason. */
  upload(attachment: AttachmentEntry): Promise<UploadResult> {
    const source = this.#locate(attachment.file);
    const upload = async () => {
      // Thousands may be waiting when delivery is given up or paused. To try each would delay the end of the suite by seconds.
      this.#context.signal.throwIfAborted();
      if (this.#context.account.isPaused) return { refused: 'delivery is paused' };
      const uploaded = await this.#uploadOnce(attachment, source);
      this.handled++;
      return uploaded;
    };
    const isStreamed = 'size' in source && source.size > SMALL;
    return isStreamed ? this.#streams.add(() => this.#uploads.addUrgent(upload)) : this.#uploads.add(upload);
  }

  async #uploadOnce(attachment: AttachmentEntry, located: Source | RefusedUpload): Promise<UploadResult> {
    const before = this.#context.progress.uploadedBefore(attachment.file);
    if (before !== undefined) return { id: before };
    const found = 'refused' in located ? await this.#locateLater(attachment.file) : located;
    const source = await this.#inMemoryIfSmall(found);
    if ('refused' in source) return source;
    const uploaded = await this.#known.once(attachment, source, () => this.#send(attachment, source));
    if ('id' in uploaded) this.#context.progress.markUploaded(attachment.file, uploaded.id);
    this.#inMemory.delete(attachment.file);
    return uploaded;
  }

  /** A small file is read at once, so that its digest and its upload use the same bytes. */
  async #inMemoryIfSmall(source: Source | RefusedUpload): Promise<Source | RefusedUpload> {
    if (!('size' in source) || source.size > SMALL) return source;
    const { service, health, signal } = this.#context;
    for (;;) {
      try {
        return { content: Buffer.from(service.reserve.lend(() => plainFiles.read(source.path))) };
      } catch (error) {
        if (!isShortage(error)) {
          return { refused: notRead(error instanceof Error ? error.message : String(error)) };
        }
        service.dropIdle();
        const over = performance.now() + OWN_WAIT;
        await health.until(() => over, signal);
      }
    }
  }

  #locate(file: string): Source | RefusedUpload {
    const content = this.#inMemory.get(file);
    if (content !== undefined) return { content };
    const directory = this.#context.files?.attachments;
    if (directory === undefined) return { refused: withoutOutbox };
    const located = locateAttachment(directory, file);
    return 'missing' in located ? { refused: located.missing } : located;
  }

  /** A busy thread may read a result before the message with its attachment's content, which was sent first. */
  async #locateLater(file: string): Promise<Source | RefusedUpload> {
    // Between two turns, every message is received that has been sent.
    await setImmediate();
    await setImmediate();
    return this.#locate(file);
  }

  async #send(attachment: AttachmentEntry, source: Source): Promise<UploadResult> {
    const { client, health, redaction, account } = this.#context;
    const { name, contentType } = attachment;
    const upload = { ...source, name, contentType, mask: redaction };
    const isLarge = 'size' in source && source.size > LARGE;
    const watch = new UploadWatch();
    if (isLarge) health.uploads.add(watch);
    const onConnected = (sent: () => number) => watch.connected(sent);
    try {
      return { id: await client.uploadAttachment(attachment.file, upload, { onConnected }) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (classifyAnswer(error) === 'pause') account.pause(error.message);
      return { refused: error.reason };
    } finally {
      health.uploads.delete(watch);
    }
  }
}
