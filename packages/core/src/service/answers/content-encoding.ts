import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';

/** One of an answer's encodings. Loaded on demand: we ask for `identity`, so only a proxy that ignores that encodes an answer. */
type Encoding = 'gzip' | 'x-gzip' | 'deflate' | 'br';

/** The low bits of zlib's first byte, which a raw deflate stream (some servers send that) does not have. */
const ZLIB = 0x08;
const LOW_BITS = 0x0f;

/** The stream that decodes an answer; undefined if it is not encoded, or in a way that we do not know. */
export function decoderFor({ headers }: IncomingMessage, begin: Buffer): Transform | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() as Encoding | undefined;
  if (encoding === undefined) return undefined;
  const { createBrotliDecompress, createInflateRaw, createUnzip } = process.getBuiltinModule('node:zlib');
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createUnzip();
    case 'deflate':
      return ((begin[0] ?? 0) & LOW_BITS) === ZLIB ? createUnzip() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
