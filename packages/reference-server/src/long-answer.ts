import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Turn } from './turn.js';

/**
 * Sends JSON in pieces and generates each piece just before sending it. This needs little memory, and other clients are served
 * between pieces. Lines of JSON are sent one by one. Resolves when the response has ended or the client has gone. For HEAD, no piece is generated.
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
  type: 'application/json' | 'application/x-ndjson' = 'application/json',
): Promise<FastifyReply> {
  const sent = type === 'application/json' ? chunks(pieces) : pieces;
  const content = Readable.from(request.method === 'HEAD' ? [] : sent, { objectMode: false });
  reply.type(type).send(content);
  // The framework reports a response that breaks off.
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

/** Bytes to send at once. */
const CHUNK = 65_536;
