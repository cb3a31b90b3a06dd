import { TextDecoder } from 'node:util';
import { OUTPUT_NAME } from '@testpoint/report/format';
import { codeAt, min, slice, uncurry } from '../../built-ins/language.js';
import type { TestStatus } from '../../model.js';
import { type Mapping, mask } from '../../result/mapping.js';
import { firstBytes, isLeadSurrogate, lastBytes, plain, TEXT_LIMIT } from '../../result/text/text.js';

const { byteLength, from: encode } = Buffer;
const decode: (decoder: TextDecoder, bytes: Uint8Array, options?: { stream: boolean }) => string = uncurry(
  TextDecoder.prototype.decode,
);
const STREAM = { stream: true };
const utf8 = newDecoder();

/** Room for the notes about omitted text, bytes. */
const NOTES = 256;
/** How much of the beginning to show, and how much of the end, bytes. */
const SHARE = (TEXT_LIMIT - NOTES) / 2;
/** How much more to keep of both, so that a secret or a color code at a cut is complete; characters. */
const MARGIN = 8 * 1024;
const HELD = SHARE + MARGIN;

/** The tests whose output is kept. */
export type OutputChoice = 'failed' | 'all' | 'none';

/** A test's output. */
export interface PrintedAttachment {
  name: string;
  contentType: string;
  body: string;
}

/** The beginning and the end of a test's output. Costs next to nothing until it is requested; keeps at most about 150 KiB. */
export class Printed {
  #beginning = '';
  /** What follows the beginning. If it gets long, only its end is kept. */
  #end = '';
  /** Number of dropped characters between the two. */
  #omitted = 0;
  /** Chunks may end in the middle of a character. */
  #decoder: TextDecoder | undefined;

  /** @param chunk text, or UTF-8 */
  add(chunk: string | Uint8Array): void {
    if (typeof chunk !== 'string') this.#decoder ??= newDecoder();
    const text = typeof chunk === 'string' ? chunk : decode(this.#decoder ?? utf8, chunk, STREAM);
    const isBeginning = this.#end === '' && this.#omitted === 0;
    const room = isBeginning ? HELD - this.#beginning.length : 0;
    if (text.length <= room) {
      this.#beginning += text;
      return;
    }
    const at = room > 0 && isLeadSurrogate(codeAt(text, room - 1)) ? room - 1 : room;
    if (at > 0) this.#beginning += copy(slice(text, 0, at));
    this.#end += slice(text, at);
    if (this.#end.length > 2 * HELD) this.#shorten();
  }

  /** Notes that output was dropped between what was added before and what is added later. */
  leaveOut(characters: number): void {
    this.#omitted += this.#end.length + characters;
    this.#end = '';
  }

  get isEmpty(): boolean {
    return this.#beginning === '' && this.#end === '' && this.#omitted === 0;
  }

  /**
   * At most 64 KiB. If text was omitted, the first line says how much, and a line in the middle where.
   * @param clean removes secrets and unreadable characters
   */
  toText(clean: (text: string) => string): string {
    if (this.#omitted === 0) {
      const text = clean(this.#beginning + this.#end);
      return byteLength(text) <= TEXT_LIMIT ? text : cut(text, text, text.length);
    }
    const beginning = clean(this.#beginning);
    const end = clean(this.#end);
    const whole = beginning.length + this.#omitted + end.length;
    return cut(
      slice(beginning, 0, beginning.length - min(beginning.length, MARGIN)),
      slice(end, min(end.length, MARGIN)),
      whole,
    );
  }

  #shorten(): void {
    const dropped = this.#end.length - HELD;
    this.#omitted += dropped;
    this.#end = copy(slice(this.#end, dropped));
  }
}

export function printedAttachment(
  printed: Printed,
  status: TestStatus,
  choice: OutputChoice,
  whose: string | undefined,
  mapping: Mapping,
): PrintedAttachment | undefined {
  // The output of a test that never ended is interesting, too.
  const isWanted = choice === 'all' || (choice === 'failed' && (status === 'failed' || status === 'not-run'));
  if (!isWanted || printed.isEmpty) return undefined;
  const text = printed.toText((raw) => mask(plain(raw), mapping));
  const heading = whose === undefined ? '' : `[${mask(plain(whose), mapping)}]\n`;
  return { name: OUTPUT_NAME, contentType: 'text/plain', body: heading + text };
}

function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

/** A slice would keep the whole original alive. */
function copy(text: string): string {
  return decode(utf8, encode(text, 'utf8'));
}

/** @param whole length of the whole text, characters */
function cut(text: string, rest: string, whole: number): string {
  const beginning = firstBytes(text, SHARE);
  const end = lastBytes(rest, SHARE);
  const omitted = whole - beginning.length - end.length;
  return `[… ${omitted} characters left out in the middle …]\n${beginning}\n[… here …]\n${end}`;
}
