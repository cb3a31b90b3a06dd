import { Readable } from 'node:stream';
import { rangeOf } from '@testpoint/report';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attachments } from '../attachments.js';
import type { StoredAttachment } from '../database/store.js';
import { ProblemError } from '../problem.js';

/** Sends the content of an attachment, or the part of it that the request asks for. The type is set by the route. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  attachments: Attachments,
  attachment: StoredAttachment,
): Promise<FastifyReply> {
  const { size, sha256 } = attachment;
  const tag = `"${sha256}"`;
  const isHead = request.method === 'HEAD';
  const { range: asked, 'if-range': condition = tag } = request.headers;
  const range = isHead || condition !== tag ? undefined : rangeOf(asked, size);
  if (range === 'unsatisfiable') {
    reply.removeHeader('content-disposition').header('content-range', `bytes */${size}`);
    throw new ProblemError(416, `The range ${asked} starts after the end of the content, which has ${size} bytes.`);
  }
  if (isHead) await attachments.check(attachment);
  const content = isHead ? Readable.from([]) : await attachments.open(attachment, range);
  reply
    .header('accept-ranges', 'bytes')
    .header('content-length', size)
    .header('etag', tag)
    .header('x-content-type-options', 'nosniff');
  if (range === undefined) return reply.send(content);
  return reply
    .code(206)
    .header('content-length', range.last - range.first + 1)
    .header('content-range', `bytes ${range.first}-${range.last}/${size}`)
    .send(content);
}
