import type { FileFunctions, PlainFiles } from './plain-file.js';

/** A file that stays open. It can be passed to another thread. */
export interface HeldFile {
  readonly path: string;
  readonly how: 'read' | 'append';
  descriptor: number;
  readonly device: number;
  readonly inode: number;
}

/**
 * Files that stay open in a process in which tests run. A test may close a descriptor that is not its own (twice, or every
 * one that it finds), and the number may then belong to a file of the test. So each use first asks what the number stands
 * for (some 3 µs), and opens the file again by its path if it is no longer ours.
 */
export class HeldFiles {
  readonly #fs: Pick<FileFunctions, 'fstatSync' | 'closeSync'>;
  readonly #plainFiles: PlainFiles;

  constructor(fs: Pick<FileFunctions, 'fstatSync' | 'closeSync'>, plainFiles: PlainFiles) {
    const { fstatSync, closeSync } = fs;
    this.#fs = { fstatSync, closeSync };
    this.#plainFiles = plainFiles;
  }

  /** @param descriptor of the open file. Default: opens it; to append, creates it if necessary */
  hold(path: string, how: HeldFile['how'], descriptor?: number): HeldFile {
    const opened = descriptor ?? this.#plainFiles.open(path, how === 'append' ? 'create' : how);
    const { dev: device, ino: inode } = this.#fs.fstatSync(opened);
    return { path, how, descriptor: opened, device, inode };
  }

  /** The descriptor, for immediate use. @throws if it was closed and the path leads to another file, or to none */
  descriptorOf(file: HeldFile): number {
    if (this.#isOpen(file, file.descriptor)) return file.descriptor;
    const descriptor = this.#plainFiles.open(file.path, file.how);
    if (!this.#isOpen(file, descriptor)) {
      this.#fs.closeSync(descriptor);
      throw new Error(`${file.path} was closed and replaced by another file`);
    }
    file.descriptor = descriptor;
    return descriptor;
  }

  /** Closes it, unless a test already has. */
  release(file: HeldFile): void {
    if (this.#isOpen(file, file.descriptor)) this.#fs.closeSync(file.descriptor);
  }

  #isOpen({ device, inode }: HeldFile, descriptor: number): boolean {
    try {
      const { dev, ino } = this.#fs.fstatSync(descriptor);
      return dev === device && ino === inode;
    } catch {
      return false;
    }
  }
}
