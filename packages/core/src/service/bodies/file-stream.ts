import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { becameShorter } from '../../result/attachment-messages.js';

/**
 * How many bytes to read at once: more than any stream accepts before it asks for a pause. Each read wakes another thread, so
 * blocks of 256 KiB made uploads of 1 MiB a fifth slower, and uploads of 1 GiB a third slower.
 */
const BLOCK = 512 * 1024;
/** How many blocks to keep for the next files: enough for all files that are streamed at once. */
const KEPT = 8;
const spare: Buffer[] = [];

/**
 * A file's content. If the reader pauses the stream until it has used each chunk, as requests do, two blocks of memory
 * alternate: one is filled while the other is being sent. New blocks for each read cost 31 MiB with a file of 1 GiB (88
 * instead of 57 at the peak); new ones for each file cost as much with a hundred files of 1 MiB.
 */
export class FileStream extends Readable {
  readonly #file: FileHandle;
  readonly #size: number;
  #blocks: Buffer[] | undefined;
  #position = 0;
  #turn = 0;
  #reading: Promise<void> = Promise.resolve();

  /**
   * @param size the length to read, even if someone is still writing to the file
   * @param isPaced whether the reader pauses the stream until it has used each chunk
   */
  constructor(file: FileHandle, size: number, isPaced: boolean) {
    // At most one block waits, so that none is overwritten before it was sent.
    super({ highWaterMark: 1 });
    this.#file = file;
    this.#size = size;
    if (isPaced) this.#blocks = [spare.pop() ?? newBlock(), spare.pop() ?? newBlock()];
  }

  override _read(): void {
    if (this.#position >= this.#size) return void this.push(null);
    const block = this.#blocks?.[this.#turn++ % 2] ?? newBlock();
    this.#reading = this.#fill(block).then(
      (bytes) => void this.push(bytes),
      (error: Error) => void this.destroy(error),
    );
  }

  /** Ends the stream and closes the file. No chunk may be in use any more. */
  async release(): Promise<void> {
    this.destroy();
    await this.#reading;
    const blocks = this.#blocks?.splice(0) ?? [];
    if (spare.length < KEPT) spare.push(...blocks);
    await this.#file.close();
  }

  /** Reads a whole block, except for the last one: the reader would not request a pause after a smaller one. */
  async #fill(block: Buffer): Promise<Buffer> {
    const wanted = Math.min(BLOCK, this.#size - this.#position);
    for (let length = 0; length < wanted; ) {
      const { bytesRead } = await this.#file.read(block, length, wanted - length, this.#position);
      if (bytesRead === 0) throw new Error(becameShorter);
      length += bytesRead;
      this.#position += bytesRead;
    }
    return block.subarray(0, wanted);
  }
}

function newBlock(): Buffer {
  return Buffer.allocUnsafeSlow(BLOCK);
}
