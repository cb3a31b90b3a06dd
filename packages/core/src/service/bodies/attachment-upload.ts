import type { Redaction } from '../../result/masking/redaction.js';

/** A file to upload. */
export interface AttachmentUpload {
  name: string;
  /** Media type. Default application/octet-stream. */
  contentType?: string;
  /** The file, absolute; it is streamed. */
  path?: string;
  /** The content, if it is not a file. */
  content?: Uint8Array;
  /** Size in bytes, if known. The content is read when the file is opened. */
  size?: number;
  /** Secrets to mask while sending, if the content is text (`isText`). */
  mask?: Redaction;
}

/** Files up to this size are sent as one buffer, which is cheaper than a stream; bytes. */
export const SMALL = 64 * 1024;
