import { isUtf8 } from 'node:buffer';
import { isLeadSurrogate } from '../text/text.js';
import { endOfUtf8, isText, type WideEncoding, wideEncodingOf } from '../text/text-content.js';
import { masked, type Redaction, secretsIn } from './redaction.js';
import type { Span } from './timed-pattern.js';

/** The secrets to mask in a file or an attachment. */
export interface FileRedaction extends Redaction {
  /** Finds secrets that need more than a pattern. */
  readonly find?: (text: string) => Iterable<Span>;
}

type Encoding = 'utf8' | 'latin1' | WideEncoding;

interface Searched {
  text: string;
  encoding: Encoding;
  spans: Span[];
}

const NOTHING = Buffer.alloc(0);
/**
 * How much is found across the borders of chunks, characters: the longest secret, and at least this much of a pattern's
 * match.
 */
const HELD_BACK = 64 * 1024;
/** One character of a secret as HTML may write it, characters: `&#x10ffff;`. */
const LONGEST_ESCAPE = 10;

/**
 * Replaces every secret in a text by `***`, regardless of chunk borders, keeping at most about 130 KiB. Text up to that size
 * is searched as a whole; in longer text a pattern sees at least 64 KiB from the start of its match. Supports UTF-8, UTF-16
 * with its byte order mark, and any encoding that contains ASCII. Everything else passes unchanged, byte for byte.
 */
export class TextMasker {
  readonly #redaction: FileRedaction;
  readonly #heldBack: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #wide: WideEncoding | undefined;
  #isBegun = false;
  #hasFound = false;

  constructor(redaction: FileRedaction) {
    this.#redaction = redaction;
    this.#heldBack = redaction.secrets.reduce(
      (longest, secret) => Math.max(longest, LONGEST_ESCAPE * secret.length),
      HELD_BACK,
    );
  }

  /** Whether anything has been masked so far. */
  get hasFound(): boolean {
    return this.#hasFound;
  }

  /** @returns the part that is ready. @param chunk kept until then, so it must not change */
  add(chunk: Buffer): Buffer {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    return this.#size >= 2 * this.#heldBack ? this.#advance(false) : NOTHING;
  }

  /** @returns the rest */
  end(): Buffer {
    return this.#size > 0 ? this.#advance(true) : NOTHING;
  }

  #advance(last: boolean): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    if (!this.#isBegun) this.#wide = wideEncodingOf(bytes);
    this.#isBegun = true;
    const whole = bytes.subarray(0, endOfCharacters(bytes, this.#wide, last));
    const { text, encoding, spans } = search(whole, this.#wide, this.#redaction);
    if (spans.length > 0) this.#hasFound = true;
    const cut = last ? text.length : cutBetween(text, spans, text.length - this.#heldBack);
    const rest = bytes.subarray(lengthOf(text.slice(0, cut), encoding));
    const ready = encode(masked(text, spans, cut), encoding);
    this.#chunks = last || rest.length === 0 ? [] : [rest];
    this.#size = last ? 0 : rest.length;
    // Half a character at the very end is not text, and passes unchanged.
    return last && rest.length > 0 ? Buffer.concat([ready, rest]) : ready;
  }
}

/** Like `TextMasker`, for an attachment's content in memory. Content that is not text stays as it is. */
export function maskBytes(bytes: Buffer, contentType: string, redaction: FileRedaction): Buffer {
  if (!isText(contentType, bytes)) return bytes;
  const wide = wideEncodingOf(bytes);
  const end = endOfCharacters(bytes, wide, true);
  const { text, encoding, spans } = search(bytes.subarray(0, end), wide, redaction);
  if (spans.length === 0) return bytes;
  return Buffer.concat([encode(masked(text, spans), encoding), bytes.subarray(end)]);
}

/** The bytes as text, and the positions of secrets in it. */
function search(bytes: Buffer, wide: WideEncoding | undefined, redaction: FileRedaction): Searched {
  const encoding: Encoding = wide ?? (isUtf8(bytes) ? 'utf8' : 'latin1');
  const text = encoding === 'utf16be' ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString(encoding);
  const { secrets, patterns, find } = redaction;
  const words =
    encoding === 'latin1' ? [...secrets, ...secrets.map((secret) => Buffer.from(secret).toString('latin1'))] : secrets;
  const spans = secretsIn(text, { secrets: words, patterns }, find && [...find(text)]);
  return { text, encoding, spans: spans ?? [{ start: 0, end: text.length }] };
}

function encode(text: string, encoding: Encoding): Buffer {
  return encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding);
}

function lengthOf(text: string, encoding: Encoding): number {
  return encoding === 'utf16be' ? 2 * text.length : Buffer.byteLength(text, encoding);
}

/** The end of the last complete character. @param last whether nothing follows */
function endOfCharacters(bytes: Buffer, wide: WideEncoding | undefined, last: boolean): number {
  if (wide !== undefined) return bytes.length - (bytes.length % 2);
  return last ? bytes.length : endOfUtf8(bytes);
}

/** A position at or before `limit` to cut at: a line ending if there is one, and never inside a secret. */
function cutBetween(text: string, spans: readonly Span[], limit: number): number {
  if (limit <= 0) return 0;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  let cut = line > 0 ? line : limit;
  if (line === 0 && isLeadSurrogate(text.charCodeAt(cut - 1))) cut--;
  const hit = spans.find(({ start, end }) => start < cut && end > cut);
  if (hit === undefined) return cut;
  return hit.start > 0 ? hit.start : hit.end;
}
