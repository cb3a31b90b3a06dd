import type { Readable } from 'node:stream';
import type { ByteRange } from '@testpoint/report';

export interface OpenBlob {
  /** Size of the whole blob, bytes. */
  size: number;
  /** The requested range, or the whole blob. Read it or destroy it. */
  content: Readable;
}

export interface ListedBlob {
  key: string;
  modified: Date;
}

/**
 * Stores the bytes of attachments. Keys are GUIDs, or single words for the server's own files. If the store is unreachable,
 * methods reject with an `UnavailableError`.
 */
export interface BlobStore {
  /** Stores all of `content` or nothing. Rejects with the error that `content` throws. Never holds all of it in memory. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if the key does not exist. The range must be within the blob. */
  get(key: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Size in bytes, without reading the blob; undefined if the key does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Does nothing if the key does not exist. */
  delete(key: string): Promise<void>;
  /** Includes incomplete blobs of killed servers; their keys end in `PARTIAL`. */
  list(): AsyncIterable<ListedBlob>;
  /** Rejects if the store is unreachable or denies access. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Suffix of the key of an incomplete blob. */
export const PARTIAL = '.partial';
