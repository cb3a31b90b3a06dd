import type { Transform } from 'node:stream';

/** Masks secrets in what a report adds to its sources' lines: text attachments, ids, and source around errors. */
export interface Masking {
  /** False if there is nothing to mask. */
  readonly isNeeded: boolean;
  /** The text with its secrets masked; masked whole if it can't be searched in time. */
  text(text: string): string;
  /** Like `text`, but undefined for a text that can't be searched in time. */
  textInTime(text: string): string | undefined;
  /** Masks the bytes of a text that pass through. */
  stream(): Transform;
  /**
   * Whether an attachment is text, so that it is masked.
   * @param content all of it, or its first `TEXT_SAMPLE` bytes
   */
  isText(contentType: string, content: Uint8Array): boolean;
}

/** How much of an attachment decides whether it is text, bytes. */
export const TEXT_SAMPLE = 64 * 1024;
