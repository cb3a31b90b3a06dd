import type { Redaction } from '../result/redaction.js';

/** A file to upload. */
export interface AttachmentUpload {
  name: string;
  /** Media type. Default application/octet-stream. */
  contentType?: string;
  /** The file, absolute; it is streamed. */
  path?: string;
  /** The content, where it is no file. */
  content?: Uint8Array;
  /** Bytes, where they are known. The content is read when the file is opened. */
  size?: number;
  /** What is masked in the content on its way, where that is text (`isText`). */
  mask?: Redaction;
}

/** Files up to this size go as one buffer, which is cheaper than a stream; bytes. */
export const SMALL = 64 * 1024;
