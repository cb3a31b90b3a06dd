import { apply, uncurry } from '@testpoint/core/built-ins';
import { type Channel, type ChannelData, toJson } from '@testpoint/core/test-api';
import { tellFromPage } from './page.js';

/** Bytes in one message. A WebSocket message of more than 100 MiB ends the connection. A multiple of `CHARACTERS`. */
const PART = 3 * 1024 * 1024;
/** Arguments of one call. A multiple of 3, for base64. */
const CHARACTERS = 24_576;

const { fromCharCode } = String;
const { btoa: toBase64, Uint8Array: Bytes } = globalThis;
const subarray: (bytes: Uint8Array, from: number, to: number) => Uint8Array = uncurry(Uint8Array.prototype.subarray);

/** The channel of a page in browser mode: each message is a call of our reporter's command. */
export class PageChannel implements Channel {
  readonly #digits = globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
  #name = 'page';
  #files = 0;

  rename(name: string): void {
    this.#name = name;
  }

  send<Kind extends keyof ChannelData>(kind: Kind, data: ChannelData[Kind]): void {
    tellFromPage(this.#name, { line: toJson({ kind, data }) });
  }

  copy(path: string, extension: string): { path: string } {
    const file = this.#newName(extension);
    tellFromPage(file, { path });
    return { path: file };
  }

  save(given: Uint8Array, extension: string): { path: string } {
    const file = this.#newName(extension);
    const bytes = new Bytes(given.buffer, given.byteOffset, given.byteLength);
    let from = 0;
    do {
      tellFromPage(file, { base64: base64Of(bytes, from, from + PART) });
      from += PART;
    } while (from < bytes.length);
    return { path: file };
  }

  close(): void {}

  #newName(extension: string): string {
    this.#files += 1;
    return `attachment-${this.#digits}-${this.#files}${extension}`;
  }
}

function base64Of(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to && at < bytes.length; at += CHARACTERS) {
    text += toBase64(apply(fromCharCode, undefined, subarray(bytes, at, at + CHARACTERS) as never));
  }
  return text;
}
