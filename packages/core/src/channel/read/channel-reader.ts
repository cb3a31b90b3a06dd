import { closeSync, fstatSync, lstatSync, readdirSync, readSync, unlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { TextDecoder } from 'node:util';
import { indexOf, parseJson, slice, uncurry } from '../../built-ins/language.js';
import { plainFiles } from '../../outbox/format/plain-files.js';
import type { ChannelMessage } from '../format/messages.js';
import { messageOf } from './parse-message.js';

export type ChannelVisitor = (message: ChannelMessage) => unknown;

const allocate: (size: number) => Uint8Array = Buffer.allocUnsafe;
const decode: (decoder: TextDecoder, bytes: Uint8Array) => string = uncurry(TextDecoder.prototype.decode);
/** A byte order mark is kept. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const NEWLINE = 10;

/**
 * The reporter's end of the channel: reads everything that test processes have written since the last call. Remembers one
 * number per process. An incomplete line is read next time.
 */
export class ChannelReader {
  readonly #directory: string;
  readonly #offsets: Record<string, number> = Object.create(null);

  /** @param directory `Session.channelDirectory` */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Calls `visit` for each new message, in the order in which its process wrote it. Never throws. */
  read(visit: ChannelVisitor): void {
    const files = namesIn(this.#directory);
    for (let index = 0; index < files.length; index += 1) {
      const file = files[index] as string;
      if (slice(file, -6) === '.jsonl') this.#readFile(file, visit);
    }
  }

  /** Like `read`, for the one file with a name set by `Channel.rename`. */
  readOne(name: string, visit: ChannelVisitor): void {
    this.#readFile(`${name}.jsonl`, visit);
  }

  /** Deletes a file and its remembered position, once nothing more will be written to it. Never throws. */
  remove(name: string): void {
    const file = `${name}.jsonl`;
    delete this.#offsets[file];
    try {
      unlinkSync(`${this.#directory}/${file}`);
    } catch {
      // There is no file if there were no messages.
    }
  }

  #readFile(file: string, visit: ChannelVisitor): void {
    const offset = this.#offsets[file] ?? 0;
    const text = completeLines(`${this.#directory}/${file}`, offset, (bytes) => {
      this.#offsets[file] = offset + bytes;
    });
    let begin = 0;
    for (let end = indexOf(text, '\n'); end >= 0; end = indexOf(text, '\n', begin)) {
      const message = this.#message(slice(text, begin, end));
      if (message !== undefined) visit(message);
      begin = end + 1;
    }
  }

  /** Undefined for an incomplete line of a dying process, and for one that is nested too deep to be ours. */
  #message(line: string): ChannelMessage | undefined {
    if (line === '') return undefined;
    try {
      return messageOf(parseJson(line), this.#fileOf);
    } catch {
      return undefined;
    }
  }

  /** Only a plain file directly in the folder: names in a line can't lead outside. */
  readonly #fileOf = (name: string): string | undefined => {
    if (!isFileName(name)) return undefined;
    const path = `${this.#directory}/${name}`;
    try {
      return lstatSync(path).isFile() ? path : undefined;
    } catch {
      return undefined;
    }
  };
}

/**
 * Avoids `path.join`, which calls functions that a test may have stubbed. Names of folders (`..`) fail the check that
 * follows.
 */
function isFileName(name: string): boolean {
  return name !== '' && indexOf(name, '/') < 0 && indexOf(name, sep) < 0;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Reads from `offset` to the end of the last line; `consumed` gets the number of bytes. */
function completeLines(path: string, offset: number, consumed: (bytes: number) => void): string {
  let descriptor: number | undefined;
  try {
    descriptor = plainFiles.open(path);
    const size = fstatSync(descriptor).size - offset;
    if (size <= 0) return '';
    const bytes = allocate(size);
    let read = 0;
    for (let more = -1; read < size && more !== 0; read += more) {
      more = readSync(descriptor, bytes, read, size - read, offset + read);
    }
    while (read > 0 && bytes[read - 1] !== NEWLINE) read -= 1;
    consumed(read);
    return decode(utf8, new Uint8Array(bytes.buffer, bytes.byteOffset, read));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
