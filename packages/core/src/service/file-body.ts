import type { FileHandle } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Redaction } from '../result/redaction.js';
import type { Body } from './exchange.js';
import { MaskStream } from './mask-stream.js';

/** A part of a form whose content is a file. */
interface FilePart {
  /** Closed when the body is discarded. */
  file: FileHandle;
  /** The length that was promised is the length that is sent, even while somebody goes on writing to the file. */
  size: number;
  head: Buffer;
  tail: Buffer;
  mask: Redaction | undefined;
  /** The error for a file that can't be read to its end. */
  failed(cause: unknown): Error;
}

const BLOCK = 256 * 1024;
/** Blocks of memory in turns: one is read into while the other is on its way. */
const BLOCKS = 2;

/** A form with a file that is read while it is sent. Its length is known before unless it is masked. */
export function streamedBody(part: FilePart): Body {
  const { file, size, head, tail, mask, failed } = part;
  return {
    headers: mask === undefined ? { 'Content-Length': String(head.length + size + tail.length) } : {},
    discard() {
      file.close().catch(() => undefined);
    },
    writeTo(request) {
      const sending = mask === undefined ? send(part, request) : sendMasked(part, mask, request);
      sending.catch((cause: unknown) => request.destroy(failed(cause)));
    },
  };
}

async function send({ file, size, head, tail }: FilePart, request: ClientRequest): Promise<void> {
  const blocks = Array.from({ length: BLOCKS }, () => Buffer.allocUnsafeSlow(BLOCK));
  const writes = new Writes(request);
  request.write(head);
  let sent = 0;
  for (let turn = 0; sent < size; turn = (turn + 1) % BLOCKS) {
    await writes.fewerThan(BLOCKS);
    const block = blocks[turn];
    if (writes.isOver || block === undefined) return;
    const bytes = await readBlock(file, block, sent, size);
    sent += bytes.length;
    writes.write(bytes);
  }
  request.end(tail);
}

async function sendMasked(part: FilePart, mask: Redaction, request: ClientRequest): Promise<void> {
  const writes = new Writes(request);
  request.write(part.head);
  // Like `pipe`, but a failing source fails what comes out.
  const content = pipeline(Readable.from(blocksOf(part), { objectMode: false }), new MaskStream(mask), () => {});
  for await (const bytes of content) {
    await writes.fewerThan(BLOCKS);
    if (writes.isOver) return;
    writes.write(bytes as Buffer);
  }
  request.end(part.tail);
}

async function* blocksOf({ file, size }: FilePart): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < size; ) {
    const bytes = await readBlock(file, Buffer.allocUnsafe(BLOCK), sent, size);
    sent += bytes.length;
    yield bytes;
  }
}

async function readBlock(file: FileHandle, block: Buffer, position: number, size: number): Promise<Buffer> {
  const { bytesRead } = await file.read(block, 0, Math.min(BLOCK, size - position), position);
  if (bytesRead === 0) throw new Error('it became shorter while it was read');
  return block.subarray(0, bytesRead);
}

/** What was written to a request and has not left yet. */
class Writes {
  /** The request takes no more: it was answered before its end, or given up. */
  isOver = false;
  #request: ClientRequest;
  #open = 0;
  #resume = () => {};

  constructor(request: ClientRequest) {
    this.#request = request;
    request.once('close', () => {
      this.isOver = true;
      this.#resume();
    });
  }

  write(bytes: Buffer): void {
    this.#open++;
    this.#request.write(bytes, () => {
      this.#open--;
      this.#resume();
    });
  }

  /** Resolves when fewer than so many have not left yet, or the request is over. */
  async fewerThan(count: number): Promise<void> {
    while (this.#open >= count && !this.isOver) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
  }
}
