import type fileSystem from 'node:fs';
import type { Stats } from 'node:fs';

/**
 * What is called of `node:fs`, taken at load by whoever runs where tests may stub it. `copyFileSync` is used to clone only: told to
 * copy, Node spins for ever over a file that is shorter than it said, as those of /sys are and any that is cut meanwhile.
 */
export interface FileFunctions {
  readonly openSync: (path: string, flags: number | string, mode?: number) => number;
  readonly closeSync: (descriptor: number) => void;
  readonly statSync: (path: string) => Stats;
  readonly fstatSync: (descriptor: number) => Stats;
  readonly readSync: (
    descriptor: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number;
  readonly writeSync: (
    descriptor: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => number;
  readonly ftruncateSync: (descriptor: number, length: number) => void;
  readonly unlinkSync: (path: string) => void;
  readonly copyFileSync: (source: string, target: string, mode: number) => void;
  readonly chmodSync: (path: string, mode: number) => void;
  readonly isLinux: boolean;
  readonly allocate: (size: number) => Uint8Array;
  readonly constants: {
    readonly O_RDONLY: number;
    /** Windows has none. */
    readonly O_NONBLOCK?: number;
    readonly COPYFILE_EXCL: number;
    readonly COPYFILE_FICLONE_FORCE: number;
  };
}

const TYPE = 0o170000;
const PLAIN = 0o100000;
const BLOCK = 64 * 1024;
/** A file that changes under each of so many copies is given up. */
const TRIES = 3;

/** @param fs its functions are taken now: a suite may stub or mock them later */
export function plainFilesOf(fs: typeof fileSystem, allocate: (size: number) => Uint8Array): PlainFiles {
  const { openSync, closeSync, statSync, fstatSync, readSync, writeSync, ftruncateSync, unlinkSync } = fs;
  const { copyFileSync, chmodSync, constants } = fs;
  return new PlainFiles({
    ...{ openSync, closeSync, statSync, fstatSync, readSync, writeSync, ftruncateSync, unlinkSync },
    ...{ copyFileSync, chmodSync, constants, allocate },
    isLinux: process.platform === 'linux',
  });
}

/** Copies plain files, and nothing that could block or never end: pipes, sockets and devices are refused. */
export class PlainFiles {
  readonly #fs: FileFunctions;
  #buffer: Uint8Array | undefined;
  /** Until a file system refuses. */
  #clones = true;

  constructor(fs: FileFunctions) {
    this.#fs = fs;
  }

  /**
   * @param target must not exist; nothing is left of it when the copy fails
   * @throws when the source can't be read, is no plain file, or is being rewritten; when the target can't be written
   */
  copy(source: string, target: string): void {
    const descriptor = this.#open(source);
    try {
      if (!this.#clone(source, descriptor, target)) this.#copyFrom(descriptor, target);
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /** @throws with the reason why the file can't be read, if it can't */
  check(source: string): void {
    this.#fs.closeSync(this.#open(source));
  }

  /** @throws as `copy` does */
  read(source: string): Uint8Array {
    const descriptor = this.#open(source);
    try {
      // One more than it should have: then its end is met without another allocation.
      let bytes = this.#fs.allocate(this.#fs.fstatSync(descriptor).size + 1);
      let length = 0;
      for (;;) {
        // A file that does not know its size, as those of /proc, or that has grown.
        if (length === bytes.length) bytes = this.#larger(bytes);
        const read = this.#fs.readSync(descriptor, bytes, length, bytes.length - length, length);
        if (read === 0) return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
        length += read;
      }
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  /**
   * Looks before it opens, since opening alone lets the writer of a pipe go on; and asks the descriptor again, since the
   * path may lead to another file by then.
   */
  #open(path: string): number {
    const { openSync, closeSync, statSync, fstatSync, constants } = this.#fs;
    refuseOther(path, statSync(path));
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      refuseOther(path, fstatSync(descriptor));
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** At once and without copying, where the file system can. */
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

  #copyFrom(source: number, path: string): void {
    const { openSync, closeSync, ftruncateSync, unlinkSync } = this.#fs;
    const target = openSync(path, 'wx+', 0o600);
    let isWhole = false;
    try {
      for (let count = 1; !this.#copyOnce(source, target); count += 1) {
        if (count === TRIES) throw new Error('it changed while it was being copied');
        ftruncateSync(target, 0);
      }
      isWhole = true;
    } finally {
      closeSync(target);
      if (!isWhole) unlinkSync(path);
    }
  }

  /** False when the file changed meanwhile: then what was copied may be half of one content and half of another. */
  #copyOnce(source: number, target: number): boolean {
    const { fstatSync } = this.#fs;
    const before = fstatSync(source);
    // What is appended meanwhile came after the call. A size of 0 may be that of a file which does not know it (/proc).
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
      const read = readSync(source, buffer, 0, smaller(BLOCK, end - position), position);
      if (read === 0) break;
      for (let written = 0; written < read; ) {
        written += writeSync(target, buffer, written, read - written, position + written);
      }
      position += read;
    }
    return position;
  }

  /** Whether the file that has grown still begins with what was copied. */
  #isSame(source: number, target: number, length: number): boolean {
    const { readSync, allocate } = this.#fs;
    const one = this.#block();
    const other = allocate(BLOCK);
    for (let position = 0; position < length; ) {
      const read = readSync(source, one, 0, smaller(BLOCK, length - position), position);
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

function refuseOther(path: string, { mode }: Stats): void {
  const type = mode & TYPE;
  if (type !== PLAIN) throw new Error(`${path} is ${kindOf(type)}, not a plain file`);
}

function kindOf(type: number): string {
  if (type === 0o040000) return 'a folder';
  if (type === 0o010000) return 'a named pipe';
  return type === 0o140000 ? 'a socket' : 'a device';
}

/** Not `Math.min`, which a test may have stubbed. */
function smaller(one: number, other: number): number {
  if (one < other) return one;
  return other;
}
