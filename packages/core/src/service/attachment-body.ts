import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import type { Redaction } from '../result/redaction.js';
import { AttachmentUnreadableError } from './errors.js';
import type { Body } from './exchange.js';
import { MaskStream, maskBytes } from './mask-stream.js';

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
  /** What is masked in the content on its way, which must be text (`isMaskable`). */
  mask?: Redaction;
}

/** Files up to this size go as one buffer, which is cheaper than a stream; bytes. */
export const SMALL = 64 * 1024;
/** The same for content that is masked: in memory its new length is known before it is sent. */
const SMALL_MASKED = 1024 * 1024;
const READ_SIZE = 256 * 1024;
/** Slowest upload that is waited for, bytes per second. */
const SLOWEST = 64 * 1024;
/** Longest file name of the part, in characters. */
const NAME_LIMIT = 200;

/**
 * A form with one part named `file` (section 4, `POST /api/Public/attachment`).
 * Its length is known before unless more than 1 MiB is masked; memory stays flat whatever the size.
 *
 * @throws AttachmentUnreadableError when the file can't be read
 */
export async function attachmentBody(upload: AttachmentUpload): Promise<Body> {
  const content = upload.path === undefined ? inMemory(upload) : await opened(upload, upload.path);
  const boundary = `testpoint-${randomBytes(16).toString('hex')}`;
  const begin = Buffer.from(partHeader(boundary, upload));
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = content.length === undefined ? undefined : begin.length + content.length + end.length;
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    },
    extraTime: Math.ceil(content.size / SLOWEST) * 1000,
    discard: content.discard,
    writeTo(request) {
      if (Buffer.isBuffer(content.bytes)) {
        request.end(Buffer.concat([begin, content.bytes, end]));
        return;
      }
      request.write(begin);
      content.bytes.on('error', (cause: unknown) => request.destroy(unreadable(upload, cause)));
      content.bytes.on('end', () => request.end(end));
      content.bytes.pipe(request, { end: false });
    },
  };
}

interface Content {
  bytes: Buffer | Readable;
  /** Bytes before they are masked. */
  size: number;
  /** Bytes that will be sent; undefined where masking is still to tell. */
  length: number | undefined;
  discard(): void;
}

function inMemory({ content = new Uint8Array(), mask }: AttachmentUpload): Content {
  const given = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const bytes = mask === undefined ? given : maskBytes(given, mask);
  return { bytes, size: given.length, length: bytes.length, discard() {} };
}

async function opened(upload: AttachmentUpload, path: string): Promise<Content> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('it is not a file');
    if (stat.size > (upload.mask === undefined ? SMALL : SMALL_MASKED)) return streamed(file, stat.size, upload.mask);
    const content = await file.readFile();
    await file.close();
    return inMemory({ ...upload, content });
  } catch (cause) {
    await file?.close().catch(() => undefined);
    throw unreadable(upload, cause);
  }
}

function streamed(file: FileHandle, size: number, mask: Redaction | undefined): Content {
  const read = Readable.from(exactly(file, size), { objectMode: false, highWaterMark: READ_SIZE });
  // Like `pipe`, but a failing source fails what comes out.
  const bytes = mask === undefined ? read : pipeline(read, new MaskStream(mask), () => {});
  return {
    bytes,
    size,
    length: mask === undefined ? size : undefined,
    discard() {
      bytes.destroy();
      read.destroy();
      file.close().catch(() => undefined);
    },
  };
}

/** The length that was promised is the length that is sent, even while somebody goes on writing to the file. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let sent = 0;
  while (sent < size) {
    const block = Buffer.allocUnsafe(Math.min(READ_SIZE, size - sent));
    const { bytesRead } = await file.read(block, 0, block.length, sent);
    if (bytesRead === 0) throw new Error('it became shorter while it was read');
    sent += bytesRead;
    yield block.subarray(0, bytesRead);
  }
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
