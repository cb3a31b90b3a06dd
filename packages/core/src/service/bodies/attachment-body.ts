import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { attachmentUnreadable, notAFile } from '../../result/attachment-messages.js';
import type { Redaction } from '../../result/masking/redaction.js';
import { maskBytes } from '../../result/masking/text-masker.js';
import { isText, SAMPLE } from '../../result/text/text-content.js';
import { ServiceError } from '../errors.js';
import { type Body, bytesBody } from '../exchange.js';
import { type AttachmentUpload, SMALL } from './attachment-upload.js';
import { FileStream } from './file-stream.js';
import { formAround, shownName } from './form.js';
import { MaskStream } from './mask-stream.js';

/** Like `SMALL`, for content to mask: if it is masked in memory, its new length is known before it is sent; bytes. */
const SMALL_MASKED = 1024 * 1024;
/** Slowest upload to wait for, bytes per second. */
const SLOWEST = 64 * 1024;

/** The content to stream. */
interface OpenFile {
  file: FileHandle;
  size: number;
  mask: Redaction | undefined;
}

/**
 * A form with one part named `file` (section 4, `POST /api/Public/attachment`). Its length is known in advance unless more
 * than 1 MiB of text is masked. Memory use is constant for any size.
 * @throws ServiceError (ATTACHMENT_UNREADABLE) if the file can't be read
 */
export async function attachmentBody(upload: AttachmentUpload): Promise<Body> {
  const { path, content = new Uint8Array() } = upload;
  const source = path === undefined ? content : await opened(upload, path);
  return source instanceof Uint8Array ? bodyOfBytes(upload, source) : bodyOfFile(upload, source);
}

function bodyOfBytes(upload: AttachmentUpload, content: Uint8Array): Body {
  const { contentType = '', mask } = upload;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const sent = mask === undefined ? bytes : maskBytes(bytes, contentType, mask);
  const { headers, before, after } = formAround(upload);
  return { ...bytesBody([before, sent, after], headers), extraTime: extraTime(bytes.length) };
}

function bodyOfFile(upload: AttachmentUpload, { file, size, mask }: OpenFile): Body {
  const plain = new FileStream(file, size, mask === undefined);
  // Like `pipe`, but an error of the source also fails the output.
  const content = mask === undefined ? plain : pipeline(plain, new MaskStream(mask), () => {});
  const { headers, before, after } = formAround(upload);
  const length = before.length + size + after.length;
  return {
    headers: { ...headers, ...(mask === undefined && { 'Content-Length': String(length) }) },
    extraTime: extraTime(size),
    discard() {
      content.destroy();
      plain.release().catch(() => undefined);
    },
    writeTo(request) {
      content.on('error', (cause) => request.destroy(unreadable(upload, cause)));
      content.once('end', () => request.end(after));
      // The request was answered before its end, or canceled.
      request.once('close', () => content.destroy());
      request.write(before);
      content.pipe(request, { end: false });
    },
  };
}

/** The content of a small file, or the file itself if it is larger. */
async function opened(upload: AttachmentUpload, path: string): Promise<Uint8Array | OpenFile> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error(notAFile);
    const { size } = stat;
    if (size > SMALL) {
      const mask = (await isTextFile(file, upload)) ? upload.mask : undefined;
      if (mask === undefined || size > SMALL_MASKED) return { file, size, mask };
    }
    const content = await file.readFile();
    await file.close();
    return content;
  } catch (cause) {
    await file?.close().catch(() => undefined);
    throw unreadable(upload, cause);
  }
}

/** Whether a file is text that has to be masked. Does not move its position. */
async function isTextFile(file: FileHandle, { mask, contentType = '' }: AttachmentUpload): Promise<boolean> {
  if (mask === undefined) return false;
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(SAMPLE), 0, SAMPLE, 0);
  return isText(contentType, buffer.subarray(0, bytesRead));
}

/** Milliseconds. */
function extraTime(size: number): number {
  return Math.ceil(size / SLOWEST) * 1000;
}

function unreadable(upload: AttachmentUpload, cause: unknown): ServiceError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const message = attachmentUnreadable(shownName(upload.name), why);
  return new ServiceError('ATTACHMENT_UNREADABLE', message, { operation: 'upload-attachment', cause });
}
