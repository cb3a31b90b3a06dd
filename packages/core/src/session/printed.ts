import { TextDecoder } from 'node:util';
import { min, slice, uncurry } from '../built-ins/language.js';
import { lastBytes, TEXT_LIMIT } from '../result/text.js';

const { byteLength, from: encode } = Buffer;
const decode: (decoder: TextDecoder, bytes: Uint8Array) => string = uncurry(TextDecoder.prototype.decode);
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** How much more to keep, so that a secret or a color code at the cut is complete; characters. */
const MARGIN = 8 * 1024;
const HELD = TEXT_LIMIT + MARGIN;
/** Longest note about omitted text, bytes. */
const NOTE = 128;

/** The end of a test's output. Costs next to nothing until it is requested; keeps at most about 150 KiB. */
export class Printed {
  #text = '';
  /** Number of dropped characters. */
  #omitted = 0;

  /** @param chunk text, or UTF-8 */
  add(chunk: string | Uint8Array): void {
    const text = typeof chunk === 'string' ? chunk : decode(utf8, chunk);
    if (text.length > HELD) {
      this.leaveOut(this.#text.length);
      this.#text = '';
    }
    this.#text += text;
    if (this.#text.length > 2 * HELD || text.length > HELD) this.#shorten();
  }

  /** Notes that earlier output was dropped. */
  leaveOut(characters: number): void {
    this.#omitted += characters;
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#omitted === 0;
  }

  /**
   * At most 64 KiB. The first line says how much was omitted.
   * @param clean removes secrets and unreadable characters
   */
  toText(clean: (text: string) => string): string {
    let text = clean(this.#text);
    let omitted = this.#omitted;
    if (omitted > 0) {
      omitted += min(text.length, MARGIN);
      text = slice(text, MARGIN);
    }
    if (omitted === 0 && byteLength(text) <= TEXT_LIMIT) return text;
    const end = lastBytes(text, TEXT_LIMIT - NOTE);
    omitted += text.length - end.length;
    return `[… ${omitted} characters left out: this is the end of the output …]\n${end}`;
  }

  /** Copies the end, because a slice would keep the whole original alive. */
  #shorten(): void {
    const length = this.#text.length;
    const end = slice(this.#text, length - HELD);
    this.leaveOut(length - HELD);
    this.#text = decode(utf8, encode(end, 'utf8'));
  }
}
