import { constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { execute } from '../../built-ins/language.js';
import { extensionOf, extensionOfCopy } from '../../in-test/media-type.js';
import type { KeptFile } from '../../model.js';
import { copyNotInOutbox, noRoom, notAPlainFile } from '../../result/attachment-messages.js';
import type { FileRedaction } from '../../result/masking/text-masker.js';
import { plainFiles } from '../format/plain-files.js';
import { maskFile } from './masked-file.js';

/** Writes an attachment's content if the main thread can't (mocked fs); true if it was accepted. */
export type ContentFallback = (file: string, content: Uint8Array) => boolean;

const encode = Buffer.from;

const { S_IFMT: TYPE_BITS, S_IFREG: PLAIN_FILE } = constants;
const EXTENSION = /^\.[A-Za-z0-9]{1,16}$/;

/** The files of a session's attachments, named by sequence number, so that a user's name never becomes a path. */
export class AttachmentStore {
  #directory: string | undefined;
  #fallback: ContentFallback;
  #sequence: number;

  /** @param sequence number of the last file, if the folder has some */
  constructor(directory: string | undefined, fallback: ContentFallback, sequence = 0) {
    this.#sequence = sequence;
    this.#directory = directory;
    this.#fallback = fallback;
  }

  /**
   * Puts a file into the outbox.
   * @param way hard link for a file that never changes again; a file that can't be moved is linked, one that can't be linked
   * is copied
   * @throws if the file can't be read, is not a plain file, or is constantly being written to
   */
  keep(path: string, way: 'move' | 'link' | 'copy'): KeptFile {
    const file = this.#name(path);
    const target = this.#directory === undefined ? undefined : `${this.#directory}/${file}`;
    if (
      target !== undefined &&
      ((way === 'move' && tryTo(() => renameSync(path, target))) ||
        (way !== 'copy' && tryTo(() => linkPlainFile(path, target))) ||
        tryTo(() => plainFiles.copy(path, target)))
    ) {
      return { file };
    }
    // There is no place to write, or fs is mocked. The other thread can write everything that this one can read.
    this.#handOver(file, plainFiles.read(path));
    return { file };
  }

  /**
   * A file in the outbox, masked if it is text.
   * @returns the same file if there is nothing to mask
   * @throws if it can't be read, for example because it was handed over, or if there is no room for another one
   */
  masked(kept: KeptFile, contentType: string, redaction: FileRedaction): KeptFile {
    const directory = this.#directory;
    if (directory === undefined) throw new Error(copyNotInOutbox);
    const file = this.#name(kept.file);
    return maskFile(`${directory}/${kept.file}`, `${directory}/${file}`, contentType, redaction) ? { file } : kept;
  }

  /** Puts content into the outbox. Throws if there is no room for it. */
  write(name: string, content: Uint8Array | string): KeptFile {
    const file = this.#name(name);
    const target = this.#directory === undefined ? undefined : `${this.#directory}/${file}`;
    const written = target !== undefined && tryTo(() => plainFiles.writeNew(target, content));
    if (!written) this.#handOver(file, typeof content === 'string' ? encode(content, 'utf8') : content);
    return { file };
  }

  #handOver(file: string, content: Uint8Array): void {
    if (!this.#fallback(file, content)) throw new Error(noRoom);
  }

  #name(path: string): string {
    let number = `${++this.#sequence}`;
    while (number.length < 6) number = `0${number}`;
    return `${number}${execute(EXTENSION, extensionOfCopy(extensionOf(path)))?.[0] ?? ''}`;
  }
}

/** A hard link to a symbolic link or to a pipe is itself one, which delivery would not read. */
function linkPlainFile(path: string, target: string): void {
  linkSync(path, target);
  if ((lstatSync(target).mode & TYPE_BITS) === PLAIN_FILE) return;
  unlinkSync(target);
  throw new Error(notAPlainFile(path));
}

function tryTo(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
