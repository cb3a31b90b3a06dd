import { type FileHandle, open } from 'node:fs/promises';
import type { Redaction } from '../result/redaction.js';
import { bytesBody } from './bytes-body.js';
import { AttachmentUnreadableError } from './errors.js';
import type { Body } from './exchange.js';
import { streamedBody } from './file-body.js';
import { maskBytes } from './mask-stream.js';
import { isText, SAMPLE } from './text-content.js';

/** A file to upload. */
export interface AttachmentUpload {
  name: string;
  /** Media type. Default application/octet-stream. */
  contentType?: string;
  /** The file, absolute; it is streamed. */
  path?: string;
  /** The content, where it is no file. */
  content?: Uint8Array;
  /** Bytes, where they are known. What is sent is what the file holds when it is opened. */
  size?: number;
  /** What is masked in the content on its way, where that is text (`isText`). */
  mask?: Redaction;
}

/** Files up to this size go as one buffer, which is cheaper than a stream; bytes. */
export const SMALL = 64 * 1024;
/** The same for content that is masked: in memory its new length is known before it is sent. */
const SMALL_MASKED = 1024 * 1024;
/** Slowest upload that is waited for, bytes per second. */
const SLOWEST = 64 * 1024;
/** Longest file name of the part, in characters. */
const NAME_LIMIT = 200;

/**
 * A form with one part named `file` (section 4, `POST /api/Public/attachment`).
 * Its length is known before unless more than 1 MiB of text is masked; memory stays flat whatever the size.
 *
 * @throws AttachmentUnreadableError when the file can't be read
 */
export async function attachmentBody(upload: AttachmentUpload): Promise<Body> {
  const { path, content = new Uint8Array(), contentType = '', mask } = upload;
  const source = path === undefined ? content : await opened(upload, path);
  // Loaded when it is needed: most suites attach nothing.
  const boundary = `testpoint-${process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex')}`;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const [head, tail] = [Buffer.from(partHeader(boundary, upload)), Buffer.from(`\r\n--${boundary}--\r\n`)];
  if (!(source instanceof Uint8Array)) {
    const failed = (cause: unknown) => unreadable(upload, cause);
    const body = streamedBody({ ...source, head, tail, failed });
    return { ...body, headers: { ...headers, ...body.headers }, extraTime: extraTime(source.size) };
  }
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const sent = mask !== undefined && isText(contentType, bytes) ? maskBytes(bytes, mask) : bytes;
  return { ...bytesBody([Buffer.concat([head, sent, tail])], headers), extraTime: extraTime(bytes.length) };
}

/** What is streamed. */
interface Opened {
  file: FileHandle;
  size: number;
  mask: Redaction | undefined;
}

/** A small file's content, or the file for a larger one. */
async function opened(upload: AttachmentUpload, path: string): Promise<Uint8Array | Opened> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('it is not a file');
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

/** Whether there is anything to mask in a file; its position stays where it is. */
async function isTextFile(file: FileHandle, { mask, contentType = '' }: AttachmentUpload): Promise<boolean> {
  if (mask === undefined) return false;
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(SAMPLE), 0, SAMPLE, 0);
  return isText(contentType, buffer.subarray(0, bytesRead));
}

/** Milliseconds. */
function extraTime(size: number): number {
  return Math.ceil(size / SLOWEST) * 1000;
}

function unreadable(upload: AttachmentUpload, cause: unknown): AttachmentUnreadableError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AttachmentUnreadableError(`The attachment “${shortened(upload.name)}” can't be read: ${why}.`, {
    operation: 'upload-attachment',
    cause,
  });
}

function partHeader(boundary: string, { name, contentType }: AttachmentUpload): string {
  const type =
    contentType !== undefined && /^[\w.+-]+\/[\w.+-]+[ -~]*$/.test(contentType)
      ? contentType
      : 'application/octet-stream';
  return [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${escaped(shortened(name))}"`,
    `Content-Type: ${type}`,
    '',
    '',
  ].join('\r\n');
}

/** As browsers write it (WHATWG, multipart/form-data), other control characters left out. */
function escaped(name: string): string {
  return name
    .replace(/\r\n?|\n/g, '%0D%0A')
    .replace(/"/g, '%22')
    .replace(/[\0-\x1f\x7f]/g, '');
}

/** Cut in the middle, so that the extension stays. */
function shortened(name: string): string {
  if (name === '') return 'attachment';
  return name.length <= NAME_LIMIT ? name : `${name.slice(0, NAME_LIMIT - 40)}…${name.slice(-39)}`.toWellFormed();
}
