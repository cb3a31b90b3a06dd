import fastifyMultipart from '@fastify/multipart';
import { Attachment } from '@testpoint/interface';
import type { FastifyRequest } from 'fastify';
import type { Attachments } from '../attachments.js';
import type { StoredAttachment } from '../database/attachment-table.js';
import { unsupported } from '../json-body.js';
import { ProblemError } from '../problem.js';
import type { TypedInstance } from './operations.js';
import { problems, reference } from './schemas.js';

/** `POST /api/Public/attachment` (section 4). `limit` is in bytes. */
export async function addAttachmentRoutes(app: TypedInstance, attachments: Attachments, limit: number): Promise<void> {
  await app.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: limit, fields: 0, parts: 2 },
  });

  app.route({
    method: 'POST',
    url: '/api/Public/attachment',
    config: { operation: 'uploadAttachment' },
    schema: {
      operationId: 'uploadAttachment',
      summary: 'Uploads a file as the one part `file`; results refer to it by the GUID in the answer',
      tags: ['Attachments'],
      consumes: ['multipart/form-data'],
      response: { 200: reference(Attachment), ...problems },
    },
    handler: async (request) => {
      const { id, name, contentType, size } = await receive(request, attachments);
      return { id, name, contentType, size };
    },
  });
}

async function receive(request: FastifyRequest, attachments: Attachments): Promise<Attachment> {
  if (!request.isMultipart()) throw unsupported(request);
  let stored: StoredAttachment | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file' || stored !== undefined) {
        throw new ProblemError(400, WANTED);
      }
      stored = await attachments.add({ name: part.filename, contentType: part.mimetype, content: part.file });
    }
  } catch (error) {
    if (stored !== undefined) await attachments.remove(stored);
    throw asRefusal(error);
  }
  if (stored === undefined) throw new ProblemError(400, WANTED);
  return stored;
}

/** What the parser says about a broken body has no code of its own; what the disk says has. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ProblemError) return error;
  if ('code' in error && error.code !== 'ECONNRESET') return error;
  return new ProblemError(400, `The multipart body is broken: ${error.message}`);
}

const WANTED = 'The body must be multipart/form-data with exactly one part: a file named "file".';
