/** S3 requires at least this much in each part but the last, bytes. */
export const PART_SIZE = 5 * 1024 * 1024;

/** A piece of an upload, collected in a buffer that is used again for later pieces. */
export class Part {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  get content(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  get isFull(): boolean {
    return this.#length === PART_SIZE;
  }

  /** Copies as much as fits, and returns the rest. */
  add(chunk: Uint8Array): Uint8Array {
    const fitting = chunk.subarray(0, PART_SIZE - this.#length);
    const length = this.#length + fitting.length;
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(fitting, this.#length);
    this.#length = length;
    return chunk.subarray(fitting.length);
  }

  /** Keeps the buffer. */
  clear(): void {
    this.#length = 0;
  }

  /** Most attachments are small, so the buffer begins small. */
  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(length > LARGE ? PART_SIZE : 2 * length);
    larger.set(this.content);
    this.#buffer = larger;
  }
}

/** A part with more than this gets its whole buffer at once, bytes. */
const LARGE = 1024 * 1024;
