import type fileSystem from 'node:fs';
import { openPlainFile } from '@testpoint/interface/codec';
import { min } from './language.js';

/**
 * The functions of `node:fs` that we call, captured now, because a suite may stub or mock them later. `copyFileSync` is used
 * only to clone: when copying, Node loops forever over a file that is shorter than its reported size, like those in /sys and any
 * file that is truncated in the meantime.
 */
function captured(fs: typeof fileSystem, { allocUnsafe, byteLength, from: encode }: BufferFunctions) {
  const { openSync, closeSync: close, statSync, fstatSync, readSync, writeSync, ftruncateSync, unlinkSync } = fs;
  const { copyFileSync, chmodSync, constants } = fs;
  return {
    ...{ openSync, statSync, fstatSync, readSync, writeSync, ftruncateSync, unlinkSync },
    ...{ copyFileSync, chmodSync, constants, allocate: allocUnsafe, byteLength, encode },
    isLinux: process.platform === 'linux',
    /**
     * graceful-fs replaces Node's function, and may be loaded before us. Its own calls `Date.now`, which a test may have stubbed,
     * once the file is closed.
     */
    closeSync(descriptor: number): void {
      try {
        close(descriptor);
      } catch (error) {
        if (typeof (error as { code?: unknown } | undefined)?.code === 'string') throw error;
      }
    },
  };
}

/** Of `Buffer`, which a suite may stub, too. */
interface BufferFunctions {
  allocUnsafe(size: number): Uint8Array;
  byteLength(text: string): number;
  from(text: string, encoding: 'utf8'): Uint8Array;
}

export type FileFunctions = Readonly<ReturnType<typeof captured>>;

const BLOCK = 64 * 1024;
/** We give up on a file that changes during each of this many copies. */
const TRIES = 3;

export function plainFilesOf(fs: typeof fileSystem, buffer: BufferFunctions): PlainFiles {
  return new PlainFiles(captured(fs, buffer));
}

/**
 * Opens, reads, copies and writes plain files. Refuses pipes, sockets and devices, because they could block or never end. Calls
 * nothing but the system: Node's own `writeFileSync` and `appendFileSync` call members of their module, which a test may have
 * stubbed, and read options, which every object may have inherited.
 */
export class PlainFiles {
  readonly #fs: FileFunctions;
  #buffer: Uint8Array | undefined;
  /** Whether to try cloning; false once a file system has refused it. */
  #clones = true;

  constructor(fs: FileFunctions) {
    this.#fs = fs;
  }

  /**
   * @param target must not exist; removed if the copy fails
   * @throws if the source can't be read, is not a plain file, or is being rewritten; if the target can't be written
   */
  copy(source: string, target: string): void {
    const descriptor = this.open(source);
    try {
      if (!this.#clone(source, descriptor, target)) this.copyFrom(descriptor, target);
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /** @throws if the file can't be read, with the reason */
  check(source: string): void {
    this.#fs.closeSync(this.open(source));
  }

  /** @param limit maximum number of bytes. Default: none @throws like `copy`; if the file is longer */
  read(source: string, limit = Number.MAX_SAFE_INTEGER): Uint8Array {
    const descriptor = this.open(source);
    try {
      // One byte more than its size, so that its end is found without another allocation.
      let bytes = this.#fs.allocate(min(this.#fs.fstatSync(descriptor).size, limit) + 1);
      let length = 0;
      for (;;) {
        if (length > limit) throw new Error(`${source} is longer than ${limit} bytes`);
        // A file without a known size, such as those in /proc, or one that has grown.
        if (length === bytes.length) bytes = this.#larger(bytes);
        const read = this.#fs.readSync(descriptor, bytes, length, bytes.length - length, length);
        if (read === 0) return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
        length += read;
      }
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  open(path: string, how?: 'read' | 'append' | 'create'): number {
    return openPlainFile(this.#fs, path, how);
  }

  /** @throws if the file exists, or if there is no room. Then it leaves no partial file, which would look complete later */
  writeNew(path: string, content: Uint8Array | string): void {
    this.make(path, (descriptor) => {
      this.write(descriptor, content);
      return true;
    });
  }

  /** Writes to the end of a file. @param how `append` throws if the file does not exist */
  add(path: string, text: string, how: 'create' | 'append' = 'create'): void {
    const descriptor = this.open(path, how);
    try {
      this.write(descriptor, text);
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  write(descriptor: number, content: Uint8Array | string): void {
    const { writeSync, byteLength, encode } = this.#fs;
    let bytes = content;
    let written = 0;
    if (typeof bytes === 'string') {
      written = writeSync(descriptor, bytes);
      // Only bytes show where the rest begins.
      if (written >= byteLength(bytes)) return;
      bytes = encode(bytes, 'utf8');
    }
    while (written < bytes.length) written += writeSync(descriptor, bytes, written, bytes.length - written, null);
  }

  /** Creates a file, and removes it unless `fill` returns true. */
  make(path: string, fill: (descriptor: number) => boolean): void {
    const { openSync, closeSync, unlinkSync } = this.#fs;
    const descriptor = openSync(path, 'wx+', 0o600);
    let isKept = false;
    try {
      isKept = fill(descriptor);
    } finally {
      closeSync(descriptor);
      if (!isKept) unlinkSync(path);
    }
  }

  /** Clones the file instantly, if the file system can. */
  #clone(source: string, descriptor: number, target: string): boolean {
    if (!this.#clones) return false;
    const { copyFileSync, chmodSync, constants, isLinux } = this.#fs;
    try {
      const opened = isLinux ? `/proc/self/fd/${descriptor}` : source;
      copyFileSync(opened, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
      // A clone has the mode of its source.
      chmodSync(target, 0o600);
      return true;
    } catch {
      this.#clones = false;
      return false;
    }
  }

  /** Like `copy`, from an open file. */
  copyFrom(source: number, path: string): void {
    this.make(path, (target) => {
      for (let count = 1; !this.#copyOnce(source, target); count += 1) {
        if (count === TRIES) throw new Error('it changed while it was being copied');
        this.#fs.ftruncateSync(target, 0);
      }
      return true;
    });
  }

  /** False if the file changed in the meantime: the copy may then mix old and new content. */
  #copyOnce(source: number, target: number): boolean {
    const { fstatSync } = this.#fs;
    const before = fstatSync(source);
    // Text appended in the meantime came after the call. A size of 0 may mean that the size is unknown (/proc).
    const end = before.size > 0 ? before.size : Number.MAX_SAFE_INTEGER;
    const length = this.#transfer(source, target, end);
    const after = fstatSync(source);
    if (after.mtimeMs === before.mtimeMs && after.size === before.size) return true;
    return after.size > before.size && this.#isSame(source, target, length);
  }

  /** @returns number of bytes */
  #transfer(source: number, target: number, end: number): number {
    const { readSync, writeSync } = this.#fs;
    const buffer = this.#block();
    let position = 0;
    while (position < end) {
      const read = readSync(source, buffer, 0, min(BLOCK, end - position), position);
      if (read === 0) break;
      for (let written = 0; written < read; ) {
        written += writeSync(target, buffer, written, read - written, position + written);
      }
      position += read;
    }
    return position;
  }

  /** Whether a file that has grown still starts with the copied content. */
  #isSame(source: number, target: number, length: number): boolean {
    const { readSync, allocate } = this.#fs;
    const one = this.#block();
    const other = allocate(BLOCK);
    for (let position = 0; position < length; ) {
      const read = readSync(source, one, 0, min(BLOCK, length - position), position);
      if (read === 0 || readSync(target, other, 0, read, position) !== read) return false;
      for (let index = 0; index < read; index += 1) if (one[index] !== other[index]) return false;
      position += read;
    }
    return true;
  }

  #block(): Uint8Array {
    this.#buffer ??= this.#fs.allocate(BLOCK);
    return this.#buffer;
  }

  #larger(bytes: Uint8Array): Uint8Array {
    const larger = this.#fs.allocate(bytes.length * 2 + BLOCK);
    for (let index = 0; index < bytes.length; index += 1) larger[index] = bytes[index] ?? 0;
    return larger;
  }
}
