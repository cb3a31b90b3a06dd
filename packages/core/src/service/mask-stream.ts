import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import type { Redaction } from '../result/redaction.js';

/** Part of a text, its end not included. */
interface Span {
  start: number;
  end: number;
}

type Encoding = 'utf8' | 'utf16le' | 'latin1';

interface Searched {
  text: string;
  encoding: Encoding;
  spans: Span[];
}

const MASK = '***';
/** What is found across the borders of chunks, in characters: the longest secret, and at least this much of a pattern's match. */
const HELD_BACK = 64 * 1024;
const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|ecmascript|ndjson|x-ndjson|jsonl|yaml|x-yaml|markdown|x-sh|graphql|x-www-form-urlencoded)\b|image\/svg\+xml)/i;

/** Whether an attachment of this media type is text, so that secrets in it can be masked. */
export function isMaskable(contentType: string): boolean {
  return TEXT_TYPES.test(contentType);
}

/**
 * Replaces every secret in the text that passes by `***`, wherever the chunks' borders lie, holding at most some 130 KiB.
 * Text of up to that size is searched whole; in longer text a pattern sees at least 64 KiB from where its match begins.
 * UTF-8, UTF-16 with its byte order mark, or any encoding that has ASCII in it; what is no secret passes byte for byte.
 */
export class MaskStream extends Transform {
  #redaction: Redaction;
  #heldBack: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #wide: boolean | undefined;

  constructor(redaction: Redaction) {
    super();
    this.#redaction = redaction;
    this.#heldBack = redaction.secrets.reduce((longest, secret) => Math.max(longest, 2 * secret.length), HELD_BACK);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= 2 * this.#heldBack) this.#advance(false);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#size > 0) this.#advance(true);
    done();
  }

  #advance(last: boolean): void {
    const bytes = Buffer.concat(this.#chunks);
    this.#wide ??= isWide(bytes);
    const whole = last ? bytes : bytes.subarray(0, endOfCharacters(bytes, this.#wide));
    const { text, encoding, spans } = search(whole, this.#wide, this.#redaction);
    const cut = last ? text.length : cutBetween(text, spans, text.length - this.#heldBack);
    const rest = bytes.subarray(Buffer.byteLength(text.slice(0, cut), encoding));
    this.push(Buffer.from(masked(text, spans, cut), encoding));
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }
}

/** As `MaskStream`, of a content that is in memory. */
export function maskBytes(bytes: Buffer, redaction: Redaction): Buffer {
  const { text, encoding, spans } = search(bytes, isWide(bytes), redaction);
  return spans.length === 0 ? bytes : Buffer.from(masked(text, spans, text.length), encoding);
}

/** UTF-16 with its byte order mark. */
function isWide(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe;
}

/** The bytes as text, and where secrets are in it. */
function search(bytes: Buffer, wide: boolean, { secrets, patterns }: Redaction): Searched {
  const encoding: Encoding = wide ? 'utf16le' : isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const sought =
    encoding === 'latin1' ? [...secrets, ...secrets.map((secret) => Buffer.from(secret).toString('latin1'))] : secrets;
  return { text, encoding, spans: findSpans(text, sought, patterns) };
}

/** Where the last whole character ends. */
function endOfCharacters(bytes: Buffer, wide: boolean): number {
  if (wide) return bytes.length - (bytes.length % 2);
  // A UTF-8 character begins with a byte that is not 10xxxxxx, and has at most three more.
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** Spans of everything secret, in order, those that overlap made one. */
function findSpans(text: string, secrets: readonly string[], patterns: readonly RegExp[]): Span[] {
  const spans: Span[] = [];
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
      spans.push({ start: at, end: at + secret.length });
    }
  }
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (match[0] !== '') spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  spans.sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const span of spans) {
    const previous = merged.at(-1);
    if (previous !== undefined && span.start < previous.end) previous.end = Math.max(previous.end, span.end);
    else merged.push(span);
  }
  return merged;
}

/** A place at or before `limit` to cut at: a line's end where there is one, and never inside a secret. */
function cutBetween(text: string, spans: readonly Span[], limit: number): number {
  if (limit <= 0) return 0;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  let cut = line > 0 ? line : limit;
  if (line === 0 && isLeadSurrogate(text.charCodeAt(cut - 1))) cut--;
  const hit = spans.find(({ start, end }) => start < cut && end > cut);
  if (hit === undefined) return cut;
  return hit.start > 0 ? hit.start : hit.end;
}

function masked(text: string, spans: readonly Span[], cut: number): string {
  let result = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (start >= cut) break;
    result += text.slice(from, start) + MASK;
    from = end;
  }
  return result + text.slice(from, cut);
}

function isLeadSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
