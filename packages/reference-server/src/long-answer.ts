import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Turn } from './turn.js';

/**
 * Sends JSON in pieces that are made as they are sent: little of it is in memory at a time, and other clients have their turns
 * between them. Resolves when the answer has ended, or its client has gone. HEAD gets the head, and nothing is made.
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<FastifyReply> {
  const content = Readable.from(request.method === 'HEAD' ? [] : chunks(pieces), { objectMode: false });
  reply.type('application/json').send(content);
  // An answer that breaks off is the framework's to report.
  await finished(content).catch(() => {});
  return reply;
}

async function* chunks(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let chunk: Uint8Array[] = [];
  let size = 0;
  const turn = new Turn();
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    chunk.push(bytes);
    size += bytes.length;
    if (turn.isOver) await turn.next();
    if (size < CHUNK) continue;
    yield Buffer.concat(chunk);
    chunk = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunk);
}

/** Sent at once, bytes. */
const CHUNK = 65_536;
