import { isUtf8 } from 'node:buffer';

/** UTF-16 with its byte order mark, little or big endian. */
export type WideEncoding = 'utf16le' | 'utf16be';

/** How much of a file decides whether it is text; bytes. */
export const SAMPLE = 64 * 1024;

const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|ecmascript|ndjson|x-ndjson|jsonl|yaml|x-yaml|markdown|x-sh|graphql|x-www-form-urlencoded)\b|image\/svg\+xml)/i;

/**
 * Whether an attachment is text, so that secrets in it can be masked. Its first 64 KiB decide: valid UTF-8 without NUL, or a
 * UTF-16 byte order mark. With a text content type it is always text, because it may be in another encoding.
 * @param content all of it, or at least its first 64 KiB
 */
export function isText(contentType: string, content: Uint8Array): boolean {
  if (TEXT_TYPES.test(contentType) || wideEncodingOf(content) !== undefined) return true;
  const sample = content.subarray(0, SAMPLE);
  const end = content.length < SAMPLE ? sample.length : endOfUtf8(sample);
  // Almost every binary file has a NUL near its start.
  return !sample.includes(0) && isUtf8(sample.subarray(0, end));
}

export function wideEncodingOf(content: Uint8Array): WideEncoding | undefined {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf16le';
  return content[0] === 0xfe && content[1] === 0xff ? 'utf16be' : undefined;
}

/** The end of the last complete character, because a cut may be in the middle of one. */
export function endOfUtf8(bytes: Uint8Array): number {
  // A character starts with a byte other than 10xxxxxx, and has at most three more.
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}
