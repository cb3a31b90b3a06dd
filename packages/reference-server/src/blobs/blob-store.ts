import type { Readable } from 'node:stream';

/** Part of a blob, bytes from 0; both ends are included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface OpenBlob {
  /** Of the whole blob, bytes. */
  size: number;
  /** The range that was asked for, else everything. To be read or destroyed. */
  content: Readable;
}

export interface ListedBlob {
  key: string;
  modified: Date;
}

/**
 * Where the bytes of attachments lie. Keys are GUIDs, or single words for what the server notes there. Whatever a store can't do
 * because it is out of reach rejects with an `UnavailableError`.
 */
export interface BlobStore {
  /** Stores all of `content`, or nothing: rejects with what `content` throws. Never holds the whole of it in memory. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined for a key that it does not have. The range must lie within the blob. */
  get(key: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Bytes, without reading any; undefined for a key that it does not have. */
  size(key: string): Promise<number | undefined>;
  /** Does nothing for a key that it does not have. */
  delete(key: string): Promise<void>;
  /** With those that a server which was killed left half; their keys end in `PARTIAL`. */
  list(): AsyncIterable<ListedBlob>;
  /** Rejects when it is out of reach, or when the server lacks a right to it. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Ending of the key of a blob that has not arrived whole. */
export const PARTIAL = '.partial';
