import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AttachmentUnreadableError } from './errors.js';
import type { Body } from './exchange.js';

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
  /** What the content goes through on its way (masking). Made anew for each try. */
  transform?: () => Transform;
}

/** Files up to this size go as one buffer, which is cheaper than a stream; bytes. */
const SMALL = 64 * 1024;
/** The same for content that is transformed: in memory its new length is known before it is sent. */
const SMALL_TRANSFORMED = 1024 * 1024;
const READ_SIZE = 256 * 1024;
/** Slowest upload that is waited for, bytes per second. */
const SLOWEST = 64 * 1024;
/** Longest file name of the part, in characters. */
const NAME_LIMIT = 200;

/**
 * A form with one part named `file` (section 4, `POST /api/Public/attachment`).
 * Its length is known before unless more than 1 MiB is transformed; memory stays flat whatever the size.
 *
 * @throws AttachmentUnreadableError when the file can't be read
 */
export async function attachmentBody(upload: AttachmentUpload): Promise<Body> {
  // Loaded at the first attachment: it brings a table of every media type with it.
  const { default: FormData } = await import('form-data');
  const { content, size, length, discard } = await openContent(upload);
  const form = new FormData();
  form.append('file', content, {
    header: partHeader(form.getBoundary(), upload),
    ...(length === undefined ? {} : { knownLength: length }),
  });
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${form.getBoundary()}`,
      ...(length === undefined ? {} : { 'Content-Length': String(form.getLengthSync()) }),
    },
    extraTime: Math.ceil(size / SLOWEST) * 1000,
    discard,
    writeTo(request) {
      form.on('error', (cause: unknown) => request.destroy(unreadable(upload, cause)));
      form.pipe(request);
    },
  };
}

interface Content {
  content: Buffer | Readable;
  /** Bytes before any transformation. */
  size: number;
  /** Bytes that will be sent; undefined where a transformation is still to tell. */
  length: number | undefined;
  discard(): void;
}

async function openContent(upload: AttachmentUpload): Promise<Content> {
  if (upload.path === undefined) return inMemory(Buffer.from(upload.content ?? []), upload.transform);
  let file: FileHandle | undefined;
  try {
    file = await open(upload.path, 'r');
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('it is not a file');
    if (stat.size <= (upload.transform === undefined ? SMALL : SMALL_TRANSFORMED)) {
      const bytes = await file.readFile();
      await file.close();
      return await inMemory(bytes, upload.transform);
    }
    return streamed(file, stat.size, upload.transform);
  } catch (cause) {
    await file?.close().catch(() => undefined);
    throw unreadable(upload, cause);
  }
}

async function inMemory(bytes: Buffer, transform: (() => Transform) | undefined): Promise<Content> {
  const content = transform === undefined ? bytes : await buffer(piped(Readable.from([bytes]), transform()));
  return { content, size: bytes.length, length: content.length, discard() {} };
}

function streamed(file: FileHandle, size: number, transform: (() => Transform) | undefined): Content {
  const bytes = Readable.from(exactly(file, size), { objectMode: false, highWaterMark: READ_SIZE });
  const content = transform === undefined ? bytes : piped(bytes, transform());
  return {
    content,
    size,
    length: transform === undefined ? size : undefined,
    discard() {
      content.destroy();
      bytes.destroy();
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

/** Like `pipe`, but a failing source fails what comes out. */
function piped(source: Readable, transform: Transform): Transform {
  return pipeline(source, transform, () => {});
}

function unreadable(upload: AttachmentUpload, cause: unknown): AttachmentUnreadableError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AttachmentUnreadableError(`The attachment “${shortened(upload.name)}” can't be read: ${why}.`, {
    operation: 'upload-attachment',
    cause,
  });
}

/** Written whole by us, since form-data takes a name like "GET /users" for a path and keeps its last part. */
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
